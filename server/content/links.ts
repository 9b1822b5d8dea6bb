// Links the addresses in sanitised HTML that are plain text, as the editor does while one types: the last word of a text, and
// what came by the API.
import { linksIn, MOST_LINKS } from '../../shared/links.ts'

/** What the sanitiser makes of every link: it passes no ranking and no referrer. */
export const LINK_REL = 'nofollow ugc noopener'

const TOKEN = /<(\/?)([a-z0-9]+)(?![a-z0-9])[^<>]*>|[^<]+/g
/** Elements whose text is no prose. A span is a formula. */
const LITERAL = new Set(['a', 'code', 'pre', 'span'])

/** @param html as sanitize-html writes it: well-formed, with escaped text */
export function withLinks(html: string): string {
  if (!/:\/\/|www\.|@|\.\w/i.test(html)) return html
  let literal = 0
  let left = MOST_LINKS
  return html.replace(TOKEN, (token, slash: string, name?: string) => {
    if (name !== undefined) {
      if (LITERAL.has(name)) literal += slash ? -1 : 1
      return token
    }
    if (literal > 0 || left === 0) return token
    const pieces = linksIn(decoded(token), left)
    const found = pieces.filter(({ href }) => href !== null).length
    left -= found
    if (found === 0) return token
    return pieces
      .map(({ text, href }) =>
        href === null ? encoded(text) : `<a href="${encoded(href)}" rel="${LINK_REL}">${encoded(text)}</a>`,
      )
      .join('')
  })
}

const decoded = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const encoded = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
