// The headings of an article, and the article with a place to jump to at each of them. What is stored has no ids:
// the sanitiser keeps none, so that nobody's text can take the name of something of the page's own.
import { plainText } from '#app/platform/text/plain-text.ts'

export type Heading = { id: string; text: string; level: 2 | 3 }

const HEADING = /<h([1-3])>([\s\S]*?)<\/h\1>/g

/**
 * Gives each heading of `html` an id that follows from its words, and makes one of level 1 a level 2, because the
 * page's own title is the only one above.
 */
export function withContents(html: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const taken = new Set<string>()
  const named = html.replace(HEADING, (_whole, depth: string, inner: string) => {
    const text = plainText(inner)
    const level = depth === '3' ? 3 : 2
    if (text === '') return `<h${level}>${inner}</h${level}>`
    const id = freeId(text, taken)
    headings.push({ id, text, level })
    return `<h${level} id="${id}">${inner}</h${level}>`
  })
  return { html: named, headings }
}

/** Letters and digits of any script, joined by hyphens. The prefix keeps it apart from the page's own ids. */
function freeId(text: string, taken: Set<string>): string {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const stem = `about-${words || 'this'}`
  let id = stem
  for (let number = 2; taken.has(id); number += 1) id = `${stem}-${number}`
  taken.add(id)
  return id
}
