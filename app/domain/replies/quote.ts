// A reply as one line, above the one that answers it.
import { cut, plainText } from '#app/platform/text/plain-text.ts'

const QUOTE_LENGTH = 110

/** The reply that another one answers, as one line. */
export type Quote = { id: string; username: string; text: string }

export type Quotable = { id: string; content: string; author: { username: string } }

/** One line of a reply, for whoever answers it. */
export function quoteOf({ id, content, author }: Quotable): Quote {
  return { id, username: author.username, text: cut(plainText(content), QUOTE_LENGTH) }
}
