// A reply as one line, above the one that answers it, where the line jumps to it.
import { Link } from 'react-router'
import { cut, plainText } from '#app/platform/text/plain-text.ts'
import { memberName } from '#shared/slugs.ts'
import { replyAnchor } from './paging.ts'

export function QuoteLine({ quote, isHere }: { quote: Quote; isHere: boolean }) {
  // On another page of the discussion: its loader knows which, and leads there.
  const to = isHere ? `#${replyAnchor(quote.id)}` : `?reply=${quote.id.slice(0, 8)}`
  return (
    <Link to={to} discover="none" className="quote-line sign-quote">
      <span className="min-w-0 truncate">
        <span className="sr-only">In answer to </span>
        <span className="font-semibold">{memberName(quote.username)}</span> {quote.text}
      </span>
    </Link>
  )
}

const QUOTE_LENGTH = 110

/** The reply that another one answers, as one line. */
export type Quote = { id: string; username: string; text: string }

export type Quotable = { id: string; content: string; author: { username: string } }

/** One line of a reply, for whoever answers it. */
export function quoteOf({ id, content, author }: Quotable): Quote {
  return { id, username: author.username, text: cut(plainText(content), QUOTE_LENGTH) }
}
