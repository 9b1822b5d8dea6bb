// The messages on the screen: as the page brought them, kept true by the line, and in the chat itself asked for every
// five seconds while the line is down (SPEC.md section 2).
import { useCallback, useEffect, useRef, useState } from 'react'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import { useNow } from '#app/ui/clock.tsx'
import { type ChannelStatus, type PresenceState, useChatChannel } from './chat-channel.ts'
import { applyChange, type Change, unexpired } from './feed.ts'
import { type ChatMessage, latestMessages } from './queries.ts'

const POLL_MS = 5_000

export type LiveMessages = {
  messages: readonly ChatMessage[]
  status: ChannelStatus
  present: PresenceState | null
  /** Takes a change that this browser made itself, before the line tells of it. */
  take: (change: Change) => void
}

/**
 * @param limit how many of the latest are shown
 * @param isPresent whether this visitor is in the chat, or only looks on
 */
export function useMessages(
  loaded: readonly ChatMessage[],
  { limit, isPresent }: { limit: number; isPresent: boolean },
): LiveMessages {
  const [messages, setMessages] = useState(loaded)
  const now = useNow()
  /** What changed while an answer is on its way: the answer may be older. */
  const journal = useRef<Change[]>([])
  const asking = useRef(0)

  const take = useCallback((change: Change) => {
    if (asking.current > 0) journal.current.push(change)
    setMessages((before) => applyChange(before, change))
  }, [])

  const refresh = useCallback(async () => {
    const from = journal.current.length
    asking.current += 1
    try {
      const fresh = await latestMessages(await visitorClient(), limit)
      const since = journal.current.slice(from)
      setMessages(since.reduce<readonly ChatMessage[]>(applyChange, fresh))
    } catch (error) {
      // Asked again in five seconds, or when the line is back.
      console.warn('messages could not be read', error)
    } finally {
      asking.current -= 1
      if (asking.current === 0) journal.current = []
    }
  }, [limit])

  const { status, present } = useChatChannel(isPresent, take)
  useEffect(() => {
    // What came between the page and the line, or while it was down.
    if (status === 'live') {
      void refresh()
      return
    }
    if (!isPresent) return
    const clock = setInterval(() => {
      if (!document.hidden && navigator.onLine && asking.current === 0) void refresh()
    }, POLL_MS)
    return () => clearInterval(clock)
  }, [status, isPresent, refresh])

  return { messages: unexpired(messages, now).slice(-limit), status, present, take }
}
