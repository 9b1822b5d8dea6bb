// The reading position: '34 of 201'. The timeline, which follows the scroll position and can be dragged, is loaded when the
// reader scrolls or reaches for it; without a script the links, the page and the bar remain, which scrolling moves.

import { type CSSProperties, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { firstOnPage, replyAnchor } from '#app/domain/replies/paging.ts'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import { formatNumber } from '#shared/format.ts'
import { MAIN } from '#shared/page-contract.ts'
import type { threadPath } from '#shared/slugs.ts'
import * as t from '#words/discussion.ts'

const Timeline = lazyOptional(() => import('./timeline.tsx'))

type ReadingPositionProps = {
  thread: Parameters<typeof threadPath>[0] & { created_at: string; last_activity: string }
  replyIds: readonly string[]
  page: number
  pages: number
  total: number
  href: (page: number) => string
  /** The composer is where the pill would be on phones. */
  isComposing: boolean
}

export function ReadingPosition({
  thread,
  replyIds,
  page,
  pages,
  total,
  href,
  isComposing,
}: ReadingPositionProps) {
  /** The position on this page of the reply in view; null before the timeline is loaded. */
  const [index, setIndex] = useState<number | null>(null)
  const [isWanted, want] = useWanted()
  if (total === 0 || replyIds.length === 0) return null
  const first = firstOnPage(page)
  const lastHere = Math.min(first + replyIds.length - 1, total)
  const at = Math.min(first + (index ?? 0), total)
  const percent = (number: number) => `${(100 * number) / total}%`
  const last = replyIds.at(-1) ?? ''
  return (
    <section aria-label={t.positionInTheDiscussion} className="timeline" onPointerEnter={want} onFocus={want}>
      <Link discover="none" to={page === 1 ? `#${MAIN}` : href(1)}>
        {t.first}
      </Link>
      <div aria-hidden className="rail">
        {index === null ? (
          <div
            className="by-scroll"
            style={{ '--from': percent(first - 1), '--to': percent(lastHere) } as CSSProperties}
          />
        ) : (
          <div style={{ '--to': percent(at) } as CSSProperties} />
        )}
      </div>
      <p>
        {index === null ? null : t.replyOf(<b>{formatNumber(at)}</b>, formatNumber(total))}
        {pages > 1 ? <span>{t.pageOf(formatNumber(page), formatNumber(pages))}</span> : null}
      </p>
      {/* With the page: the router drops the query of an anchor alone. */}
      <Link discover="none" to={`${href(pages)}#${page === pages ? replyAnchor(last) : 'replies'}`}>
        {t.last}
      </Link>
      {isWanted && total > 1 ? (
        <Suspense>
          <Timeline
            thread={thread}
            replyIds={replyIds}
            page={page}
            total={total}
            at={at}
            onSee={setIndex}
            href={href}
            isComposing={isComposing}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

/** Whether the reader has scrolled or reached for the timeline since the page was hydrated. */
function useWanted(): readonly [boolean, () => void] {
  const [isWanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  useEffect(() => {
    document.addEventListener('scroll', want, { once: true, passive: true })
    return () => document.removeEventListener('scroll', want)
  })
  return [isWanted, want]
}
