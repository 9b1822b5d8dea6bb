// The allowed HTML: exactly what the editor can produce. Applied last on every write.
import { createRequire } from 'node:module'
import type Sanitize from 'sanitize-html'
import { LINK_SCHEMES } from '../../shared/limits.ts'
import { isContentPicture } from '../../shared/pictures.ts'
import { withFormulas } from './formulas.ts'
import { withTables } from './tables.ts'

const require = createRequire(import.meta.url)
/** Loaded by the first text, since a start and most requests have none. */
let sanitize: typeof Sanitize | null = null

const rules: Sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'strong', 'b', 'em', 'i', 'u', 's', 'code', 'pre'],
    ...['blockquote', 'ul', 'ol', 'li', 'a', 'hr', 'img'],
    ...['table', 'tr', 'td', 'th', 'sub', 'sup', 'details', 'summary', 'span'],
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt'],
    // The TeX of a formula.
    span: ['data-tex'],
    // Merged cells are read, and written as plain ones.
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  // An external image would reveal readers to its host, and could change after moderation.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'span'
      ? !attribs['data-tex'] && 'excludeTag'
      : tag === 'img' && !isContentPicture(attribs.src ?? ''),
  allowedSchemes: [...LINK_SCHEMES],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    // Members' links pass no ranking and no referrer.
    a: (_tag, attributes) => ({
      tagName: 'a',
      attribs: { ...(attributes.href ? { href: attributes.href } : {}), rel: 'nofollow ugc noopener' },
    }),
  },
}

/**
 * Sanitises untrusted HTML: no scripts, styles or unknown elements.
 * @throws RestError for a table that is too large
 */
export function sanitizeContent(html: string): string {
  sanitize ??= require('sanitize-html') as typeof Sanitize
  return withFormulas(withTables(sanitize(html, rules)))
}

/** @param mostCharacters of the database's `constraint` */
const contentUpTo = (mostCharacters: number, constraint: string) => ({
  clean: async (html: string) => sanitizeContent(html),
  mostCharacters,
  constraint,
})

/** Sanitizers of the columns that hold HTML written by members, by table. The gateway applies them on every write. */
export const CONTENT_SANITIZERS = {
  threads: { content: contentUpTo(200_000, 'threads_content_length') },
  replies: { content: contentUpTo(80_000, 'replies_content_length') },
  blog_posts: { content: contentUpTo(400_000, 'blog_posts_content_length') },
  category_guides: {
    note: contentUpTo(10_000, 'category_guides_note_length'),
    template: contentUpTo(50_000, 'category_guides_template_length'),
  },
}
