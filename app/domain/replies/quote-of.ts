// A reply as one line. In a module of its own: what a guest loads shows such lines, and makes none.
import { excerptOf } from '#shared/plain-text.ts'
import type { Quotable, Quote } from './quote.tsx'

const QUOTE_LENGTH = 110

/** A reply as one line, for those who answer it. */
export function quoteOf({ id, content, author }: Quotable): Quote {
  return { id, username: author.username, text: excerptOf(content, QUOTE_LENGTH) }
}
