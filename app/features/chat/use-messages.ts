// The messages on the screen: first those of the page, then updated by the channel; the chat itself polls every five
// seconds while the channel is disconnected (SPEC.md section 2).
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Present } from '#app/platform/live/line.ts'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import { useClock } from '#app/ui/clock.tsx'
import { type ChannelStatus, useChatChannel } from './chat-channel.ts'
import { applyChange, type Change, unexpired } from './feed.ts'
import { type ChatMessage, latestMessages, reactionsTo } from './queries.ts'

const POLL_MS = 5_000

type Watched = { room: string | null; limit: number; isPresent: boolean; isPast?: boolean }

export type LiveMessages = {
  messages: readonly ChatMessage[]
  status: ChannelStatus
  present: Present | null
  /** Applies a change of this browser before the channel delivers it. */
  take: (change: Change) => void
}

/**
 * @param room a category's id, or null for the common room
 * @param limit the number of messages shown
 * @param isPresent whether this visitor counts as present in the chat
 * @param isPast the messages are those around an earlier one: later ones do not follow them
 */
export function useMessages(
  loaded: readonly ChatMessage[],
  { room, limit, isPresent, isPast = false }: Watched,
): LiveMessages {
  const [messages, setMessages] = useState(loaded)
  const clock = useClock()
  /** Changes during a request, whose response may be older. */
  const journal = useRef<Change[]>([])
  const asking = useRef(0)

  const take = useCallback(
    (change: Change) => {
      if (change.kind === 'insert' && (isPast || change.message.category_id !== room)) return
      if (asking.current > 0) journal.current.push(change)
      setMessages((before) => applyChange(before, change))
    },
    [room, isPast],
  )

  const refresh = useCallback(async () => {
    const from = journal.current.length
    asking.current += 1
    try {
      const fresh = await latestMessages(await visitorClient(), limit, room)
      const since = journal.current.slice(from)
      setMessages(since.reduce<readonly ChatMessage[]>(applyChange, fresh))
    } catch (error) {
      // Retried in five seconds, or when the channel is back.
      console.warn('messages could not be read', error)
    } finally {
      asking.current -= 1
      if (asking.current === 0) journal.current = []
    }
  }, [limit, room])

  const readReactions = async (updated: readonly string[]) => {
    const ids = updated.filter((id) => messages.some((message) => message.id === id))
    if (ids.length === 0) return
    try {
      for (const message of await reactionsTo(await visitorClient(), ids)) take({ kind: 'update', message })
    } catch (error) {
      // The next reaction to the message, or the next page, shows them.
      console.warn('reactions could not be read', error)
    }
  }

  const { status, present } = useChatChannel(
    isPresent,
    take,
    isPresent ? (ids) => void readReactions(ids) : undefined,
  )
  useEffect(() => {
    // Messages between rendering and joining, or during a disconnection.
    if (isPast) return
    if (status === 'live') {
      void refresh()
      return
    }
    if (!isPresent) return
    const clock = setInterval(() => {
      if (!document.hidden && navigator.onLine && asking.current === 0) void refresh()
    }, POLL_MS)
    return () => clearInterval(clock)
  }, [status, isPresent, isPast, refresh])

  return { messages: unexpired(messages, clock).slice(-limit), status, present, take }
}
