// The reading position: '34 of 201', following the scroll position.
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { firstOnPage, replyAnchor } from '#app/domain/replies/paging.ts'
import { formatNumber } from '#shared/format.ts'

type ReadingPositionProps = {
  replyIds: readonly string[]
  page: number
  pages: number
  total: number
  href: (page: number) => string
}

export function ReadingPosition({ replyIds, page, pages, total, href }: ReadingPositionProps) {
  const index = useReplyInView(replyIds)
  if (total === 0 || replyIds.length === 0) return null
  const first = firstOnPage(page)
  const lastHere = Math.min(first + replyIds.length - 1, total)
  const at = index === null ? lastHere : Math.min(first + index, total)
  const last = replyIds.at(-1) ?? ''
  return (
    <section aria-label="Position in the discussion">
      <p className="text-14 text-muted">
        {index === null && first < lastHere ? 'Replies ' : 'Reply '}
        <span className="font-semibold text-text tabular-nums">
          {index === null && first < lastHere ? `${formatNumber(first)}–` : null}
          {formatNumber(at)}
        </span>{' '}
        of <span className="tabular-nums">{formatNumber(total)}</span>
      </p>
      <div aria-hidden className="mt-1.5 h-1 overflow-hidden rounded-full bg-raised">
        <div
          className="h-full rounded-full bg-edge transition-[width] duration-(--quick)"
          style={{ width: `${(at / total) * 100}%` }}
        />
      </div>
      <p className="-mb-2 flex items-center gap-1 text-13 text-muted">
        <Link discover="none" to={page === 1 ? '#main' : href(1)} className={END}>
          First
        </Link>
        <span aria-hidden>·</span>
        <Link
          discover="none"
          to={page === pages ? `#${replyAnchor(last)}` : `${href(pages)}#replies`}
          className={END}
        >
          Last
        </Link>
        {pages > 1 ? (
          <span className="ml-auto tabular-nums">
            Page {formatNumber(page)} of {formatNumber(pages)}
          </span>
        ) : null}
      </p>
    </section>
  )
}

const END = 'inline-flex min-h-9 items-center text-accent hover:underline'

/** The position on this page of the first visible reply; null before hydration. */
function useReplyInView(replyIds: readonly string[]): number | null {
  const [index, setIndex] = useState<number | null>(null)
  // The array is new with each render; its ids tell whether the list changed.
  const key = replyIds.join()
  useEffect(() => {
    const anchors = key === '' ? [] : key.split(',').map(replyAnchor)
    const visible = new Set<number>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const at = anchors.indexOf(target.id)
        if (isIntersecting) visible.add(at)
        else visible.delete(at)
      }
      if (visible.size > 0) setIndex(Math.min(...visible))
    })
    setIndex(0)
    for (const anchor of anchors) {
      const reply = document.getElementById(anchor)
      if (reply) observer.observe(reply)
    }
    return () => observer.disconnect()
  }, [key])
  return index
}
