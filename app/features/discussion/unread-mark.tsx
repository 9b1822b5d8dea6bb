// Where the unread replies begin, as a mark on the timeline that leads there; in the panel of phones as a link.
import { useEffect, useState } from 'react'
import { firstOnPage } from '#app/domain/replies/paging.ts'
import { client } from '#app/platform/session/session.ts'
import { Link } from '#app/ui/link.tsx'
import { formatNumber } from '#shared/format.ts'
import { replyPath, threadPath } from '#shared/slugs.ts'
import * as t from '#words/discussion-more.ts'
import { useFirstUnread } from './first-unread.ts'

type UnreadMarkProps = {
  thread: Parameters<typeof threadPath>[0]
  replyIds: readonly string[]
  page: number
  total: number
  /** A mark at its place on the timeline, instead of words. */
  isPlaced?: boolean
}

export function UnreadMark({ thread, replyIds, page, total, isPlaced = false }: UnreadMarkProps) {
  const first = useFirstUnread(thread.id)
  const number = useNumber(thread.id, first, replyIds, page)
  if (first === null || number === null) return null
  const words = t.firstUnreadReply(formatNumber(number))
  return (
    <Link
      to={replyPath(threadPath(thread), first)}
      title={isPlaced ? words : undefined}
      aria-label={isPlaced ? words : undefined}
      className={isPlaced ? 'timeline-unread' : 'unread-link'}
      style={isPlaced ? { top: `${((number - 1) / (total - 1)) * 100}%` } : undefined}
    >
      {isPlaced ? null : words}
    </Link>
  )
}

/** How many replies from the first unread one on are below reply `at`; 0 while that is not known. */
export function useUnreadBelow({ thread, replyIds, page, total }: UnreadMarkProps, at: number): number {
  const number = useNumber(thread.id, useFirstUnread(thread.id), replyIds, page)
  return number === null ? 0 : total - Math.max(number - 1, at)
}

/** The number of a reply in the discussion, from 1; null until it is known. */
function useNumber(
  threadId: string,
  replyId: string | null,
  replyIds: readonly string[],
  page: number,
): number | null {
  const index = replyId === null ? -1 : replyIds.indexOf(replyId)
  const isElsewhere = replyId !== null && index < 0
  const [found, setFound] = useState<{ replyId: string; number: number } | null>(null)
  useEffect(() => {
    if (!isElsewhere) return
    let isHere = true
    void import('#app/domain/replies/queries.ts')
      .then(async ({ findReply }) => findReply(await client(), threadId, replyId.slice(0, 8)))
      .then((place) => isHere && place && setFound({ replyId, number: place.number }))
      // Without its number it has no place; the link above the discussion remains.
      .catch(() => undefined)
    return () => {
      isHere = false
    }
  }, [threadId, replyId, isElsewhere])
  if (index >= 0) return firstOnPage(page) + index
  return found && found.replyId === replyId ? found.number : null
}
