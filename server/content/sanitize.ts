// What of a person's HTML is kept: exactly what the editor can produce. Runs on every write, last.
import sanitize from 'sanitize-html'
import { LINK_SCHEMES } from '../../shared/limits.ts'
import { isContentPicture } from '../../shared/pictures.ts'

const rules: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'strong', 'b', 'em', 'i', 'u', 's', 'code', 'pre'],
    ...['blockquote', 'ul', 'ol', 'li', 'a', 'hr', 'img'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
  // A picture from elsewhere would tell its host who reads what, and could change after it was judged.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isContentPicture(attribs.src ?? ''),
  allowedSchemes: [...LINK_SCHEMES],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    // Nothing that a member links to gains rank by it, or learns where the reader came from.
    a: (_tag, attributes) => ({
      tagName: 'a',
      attribs: { ...(attributes.href ? { href: attributes.href } : {}), rel: 'nofollow ugc noopener' },
    }),
  },
}

/** Takes HTML from anybody and gives HTML that holds no script, no style and no foreign element. */
export function sanitizeContent(html: string): string {
  return sanitize(html, rules)
}
