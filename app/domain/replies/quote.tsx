// The quoted line above a reply that answers another one; it links to that reply.
import { Link } from 'react-router'
import { memberName } from '#shared/slugs.ts'
import * as t from '#words/replies.ts'
import { replyAddress, replyAnchor } from './paging.ts'

type QuoteTexts = { quoteHref: string; quoteName: string; quoteText: string }
type QuoteLineProps = { isHere: boolean; texts: QuoteTexts; lang?: string | undefined }

/**
 * @param isHere whether the quoted reply is on the same page
 * @param thread the path of the discussion, without a query
 */
export function quoteTexts(quote: Quote, isHere: boolean, thread: string): QuoteTexts {
  return {
    quoteHref: isHere ? `#${replyAnchor(quote.id)}` : replyAddress(thread, quote.id, quote.earlier ?? null),
    quoteName: memberName(quote.username),
    quoteText: quote.text,
  }
}

/** @param lang the language of the quoted words (shared/language-of.ts), which `texts` have not while they are filled in */
export function QuoteLine({ isHere, texts, lang }: QuoteLineProps) {
  const line = (
    <span>
      <span className="sr-only">{t.inReplyTo}</span>
      <span className="name">{texts.quoteName}</span>{' '}
      {lang ? <span lang={lang}>{texts.quoteText}</span> : texts.quoteText}
    </span>
  )
  const look = 'quote-line sign-quote'
  // A plain anchor: the router would load the first page, because it drops the query.
  return isHere ? (
    <a href={texts.quoteHref} itemProp="parentItem" className={look}>
      {line}
    </a>
  ) : (
    <Link to={texts.quoteHref} discover="none" className={look}>
      {line}
    </Link>
  )
}

/** The answered reply as one line. `earlier`: the replies before it, of one on another page (`replyAddress`). */
export type Quote = { id: string; username: string; text: string; earlier?: number | null }

export type Quotable = { id: string; content: string; author: { username: string } }
