// 'Load 3 new replies' at the end of a discussion's last page, when others post meanwhile. Its space is reserved, so
// nothing moves when it appears.
// Members get notified by the channel. A guest's browser never loads the API's client: it polls the discussion's
// counter while the page is visible.
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import { useSession } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { focusItem } from '#app/ui/focus-item.ts'
import { Button, buttonClass } from '#app/ui/forms/button.tsx'
import { count } from '#shared/format.ts'
import * as t from '#words/discussion.ts'

const ASK_EVERY_MS = 30_000

type NewRepliesProps = {
  threadId: string
  /** The number of replies when the page was loaded, and those that it shows. */
  total: number
  shown: readonly string[]
  /** The next page's address if this one is full: new replies appear there. */
  next: string | null
  onLoad: () => Promise<void>
}

export default function NewReplies({ threadId, total, shown, next, onLoad }: NewRepliesProps) {
  const session = useSession()
  const announced = useAnnounced(threadId, session.status === 'member' ? session.userId : null, shown)
  const counted = useCounted(threadId, session.status === 'guest')
  const [loading, setLoading] = useState(false)
  const fresh = announced.filter((id) => !shown.includes(id)).length
  const amount = session.status === 'member' ? fresh : Math.max(0, (counted ?? total) - total)
  const newReplies = count(amount, t.newReply, t.newReplies)

  // The button disappears, so the focus moves to the first new reply.
  const [readAfter, setReadAfter] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (readAfter === null || shown.at(-1) === readAfter) return
    const first = place.current
      ?.closest('section')
      ?.querySelector<HTMLElement>(readAfter ? `#${replyAnchor(readAfter)} + li` : 'li[id]')
    if (first) focusItem(first)
    setReadAfter(null)
  }, [readAfter, shown])

  async function load() {
    setLoading(true)
    setReadAfter(shown.at(-1) ?? '')
    try {
      await onLoad()
    } finally {
      setLoading(false)
    }
  }

  return (
    <div ref={place} className="flex min-h-11 items-center justify-center max-sm:w-full sm:ml-auto">
      <p role="status" className="sr-only">
        {amount > 0 ? newReplies : ''}
      </p>
      {amount === 0 ? null : next ? (
        <Link to={next} className={buttonClass('secondary', 'small')}>
          {t.load(newReplies)}
        </Link>
      ) : (
        <Button variant="secondary" size="small" disabled={loading} onClick={() => void load()}>
          {loading ? t.loading : t.load(newReplies)}
        </Button>
      )}
    </div>
  )
}

/**
 * The ids of others' replies since the page was opened; null for `userId` does not subscribe.
 * @param shown the replies of the page, in their order
 */
function useAnnounced(threadId: string, userId: string | null, shown: readonly string[]): readonly string[] {
  const [ids, setIds] = useState<readonly string[]>([])
  const known = useRef(shown)
  known.current = shown
  useEffect(() => {
    setIds([])
    if (!userId) return
    let leave: (() => void) | null = null
    let isHere = true
    const take = (found: readonly string[]) => setIds((before) => [...new Set([...before, ...found])])
    import('./announced-replies.ts').then(
      ({ announceReplies }) => {
        if (isHere) leave = announceReplies({ threadId, userId, shown: () => known.current, take })
      },
      () => undefined,
    )
    return () => {
      isHere = false
      leave?.()
    }
  }, [threadId, userId])
  return ids
}

/** The discussion's counter, polled while the page is visible; null before the first response. */
function useCounted(threadId: string, wanted: boolean): number | null {
  const { publishableKey } = useSite()
  const [counted, setCounted] = useState<number | null>(null)
  useEffect(() => {
    if (!wanted) return
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await fetch(`/rest/v1/threads?select=reply_count&id=eq.${threadId}`, {
        headers: { apikey: publishableKey },
      })
      if (!answer.ok) return
      const [thread] = (await answer.json()) as { reply_count: number }[]
      if (thread) setCounted(thread.reply_count)
    }
    // Offline: retried with the next poll.
    const poll = () => void ask().catch(() => undefined)
    poll()
    const timer = setInterval(poll, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [threadId, wanted, publishableKey])
  return counted
}
