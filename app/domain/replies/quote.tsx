// The quoted line above a reply that answers another one; it links to that reply.
import { Link } from 'react-router'
import { excerptOf } from '#shared/plain-text.ts'
import { memberName } from '#shared/slugs.ts'
import { replyAnchor } from './paging.ts'

type QuoteTexts = { quoteHref: string; quoteName: string; quoteText: string }

/**
 * @param isHere whether the quoted reply is on the same page
 * @param thread the path of the discussion, without a query
 */
export function quoteTexts(quote: Quote, isHere: boolean, thread: string): QuoteTexts {
  return {
    // On another page of the discussion; its loader redirects to the page.
    quoteHref: isHere ? `#${replyAnchor(quote.id)}` : `${thread}?reply=${quote.id.slice(0, 8)}`,
    quoteName: memberName(quote.username),
    quoteText: quote.text,
  }
}

export function QuoteLine({ isHere, texts }: { isHere: boolean; texts: QuoteTexts }) {
  const line = (
    <span>
      <span className="sr-only">In reply to </span>
      <span className="name">{texts.quoteName}</span> {texts.quoteText}
    </span>
  )
  const look = 'quote-line sign-quote'
  // A plain anchor: the router would load the first page, because it drops the query.
  return isHere ? (
    <a href={texts.quoteHref} className={look}>
      {line}
    </a>
  ) : (
    <Link to={texts.quoteHref} discover="none" className={look}>
      {line}
    </Link>
  )
}

const QUOTE_LENGTH = 110

/** The answered reply as one line. */
export type Quote = { id: string; username: string; text: string }

export type Quotable = { id: string; content: string; author: { username: string } }

/** A reply as one line, for those who answer it. */
export function quoteOf({ id, content, author }: Quotable): Quote {
  return { id, username: author.username, text: excerptOf(content, QUOTE_LENGTH) }
}
