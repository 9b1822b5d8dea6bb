// The line of text under a title in a list (SPEC.md section 2: markup stripped, 150 characters, an ellipsis).
import { cut, plainText } from '#app/lib/text.ts'

const LENGTH = 150
/** HTML that nearly always holds an excerpt: a post may have 50,000 characters, and a list has 20 posts. */
const BEGINNING = 1_000

/** The excerpt of a post's `html`. */
export function excerpt(html: string): string {
  const beginning = plainText(html.slice(0, BEGINNING).replace(/<[^>]*$/, ''))
  const short = cut(beginning, LENGTH)
  const isEnough = short !== beginning || html.length <= BEGINNING
  return isEnough ? short : cut(plainText(html), LENGTH)
}
