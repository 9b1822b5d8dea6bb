// The line of text under a title in a list (SPEC.md section 2: markup stripped, 150 characters, an ellipsis).
import { cut, plainText } from '#app/platform/text/plain-text.ts'

const LENGTH = 150

/** The excerpt of a post's `beginning`, which comes without its markup (public.excerpt) and with its entities. */
export function excerpt(beginning: string): string {
  return cut(plainText(beginning), LENGTH)
}
