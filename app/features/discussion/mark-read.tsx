// Stores how far the member reads while they scroll. Renders nothing. Loaded for members only.
import { useEffect } from 'react'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import { markRead } from '#app/domain/threads/own-reads.ts'

/** Scrolling must pause for this long, so that leafing through a page is one write. */
const PAUSE_MS = 1_000

export default function MarkRead({ threadId, replyIds }: { threadId: string; replyIds: readonly string[] }) {
  // The array is new with each render; its ids tell whether the list changed.
  const key = replyIds.join()
  useEffect(() => {
    const replies = key === '' ? [] : key.split(',')
    let last = lastRead(replies)
    let stored = last
    let timer: ReturnType<typeof setTimeout> | undefined
    markRead(threadId, replies[last] ?? null)
    const store = () => {
      clearTimeout(timer)
      if (last > stored) markRead(threadId, replies[last] ?? null)
      stored = last
    }
    const look = () => {
      last = Math.max(last, lastRead(replies))
      if (last === stored) return
      clearTimeout(timer)
      timer = setTimeout(store, PAUSE_MS)
    }
    document.addEventListener('scroll', look, { passive: true })
    document.addEventListener('visibilitychange', store)
    return () => {
      document.removeEventListener('scroll', look)
      document.removeEventListener('visibilitychange', store)
      store()
    }
  }, [threadId, key])
  return null
}

/** The position on the page of the last reply whose end is in view, or was scrolled past; -1 if there is none. */
function lastRead(replies: readonly string[]): number {
  return replies.findLastIndex((id) => {
    const bottom = document.getElementById(replyAnchor(id))?.getBoundingClientRect().bottom
    return bottom !== undefined && bottom <= window.innerHeight
  })
}
