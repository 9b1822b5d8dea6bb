// Stores how far the member reads while they scroll, and leads to the first reply that was new when they came. Loaded
// for members only.
import { ArrowDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import { firstUnreadOf, markRead, markReadOnLeaving } from '#app/domain/threads/own-reads.ts'
import { Link } from '#app/ui/link.tsx'
import { replyPath, threadPath } from '#shared/slugs.ts'
import * as t from '#words/discussion-more.ts'
import { setFirstUnread, useFirstUnread } from './first-unread.ts'

/** Scrolling must pause for this long, so that leafing through a page is one write. */
const PAUSE_MS = 1_000

type MarkReadProps = {
  thread: { id: string; title: string; category: { slug: string } }
  replyIds: readonly string[]
  /** The composer is where the link would be. */
  isComposing: boolean
}

export default function MarkRead({ thread, replyIds, isComposing }: MarkReadProps) {
  const first = useFirstUnread(thread.id)
  // Asked for before this visit is stored.
  useEffect(() => {
    let isHere = true
    setFirstUnread(thread.id, null)
    void firstUnreadOf(thread.id).then((id) => isHere && setFirstUnread(thread.id, id))
    return () => {
      isHere = false
    }
  }, [thread.id])
  const last = useLastRead(thread.id, replyIds)
  // -1 on another page of the discussion: there the link stays.
  const place = first === null ? -1 : replyIds.indexOf(first)
  const isSeen = place >= 0 && place <= last
  if (first === null || isSeen || isComposing) return null
  return (
    <p className="jump-unread">
      <Link
        to={replyPath(threadPath(thread), first)}
        className="pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-14 font-medium text-accent shadow-float hover:bg-raised"
      >
        <ArrowDown size={16} aria-hidden />
        {t.jumpToFirstUnread}
      </Link>
    </p>
  )
}

/** The position on the page of the last reply that the member has seen, which is stored; -1 if there is none. */
function useLastRead(threadId: string, replyIds: readonly string[]): number {
  const [shown, show] = useState(-1)
  // The array is new with each render; its ids tell whether the list changed.
  const key = replyIds.join()
  useEffect(() => {
    const replies = key === '' ? [] : key.split(',')
    let last = lastInView(replies)
    let stored = last
    let timer: ReturnType<typeof setTimeout> | undefined
    markRead(threadId, replies[last] ?? null)
    show(last)
    const store = (mark = markRead) => {
      clearTimeout(timer)
      if (last > stored) mark(threadId, replies[last] ?? null)
      stored = last
    }
    const leave = () => store(markReadOnLeaving)
    const look = () => {
      last = Math.max(last, lastInView(replies))
      if (last === stored) return
      show(last)
      clearTimeout(timer)
      timer = setTimeout(() => store(), PAUSE_MS)
    }
    document.addEventListener('scroll', look, { passive: true })
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('scroll', look)
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('pagehide', leave)
      store()
    }
  }, [threadId, key])
  return shown
}

/** The position of the last reply whose end is in view, or was scrolled past; -1 if there is none. */
function lastInView(replies: readonly string[]): number {
  return replies.findLastIndex((id) => {
    const bottom = document.getElementById(replyAnchor(id))?.getBoundingClientRect().bottom
    return bottom !== undefined && bottom <= window.innerHeight
  })
}
