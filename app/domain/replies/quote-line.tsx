// What a reply answers, as one line that jumps there.
import { CornerUpLeft } from 'lucide-react'
import { Link } from 'react-router'
import { memberName } from '#shared/slugs.ts'
import { replyAnchor } from './paging.ts'
import type { Quote } from './quote.ts'

export function QuoteLine({ quote, isHere }: { quote: Quote; isHere: boolean }) {
  // On another page of the discussion: its loader knows which, and leads there.
  const to = isHere ? `#${replyAnchor(quote.id)}` : `?reply=${quote.id.slice(0, 8)}`
  return (
    <Link
      to={to}
      className="mb-3 flex min-h-11 items-center gap-2 rounded-control border-l-3 border-line bg-raised px-3 text-14 text-muted hover:border-edge hover:text-text sm:min-h-9"
    >
      <CornerUpLeft size={14} aria-hidden className="shrink-0" />
      <span className="min-w-0 truncate">
        <span className="sr-only">In answer to </span>
        <span className="font-semibold">{memberName(quote.username)}</span> {quote.text}
      </span>
    </Link>
  )
}
