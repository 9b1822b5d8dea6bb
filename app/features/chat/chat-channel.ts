// The channel of the chat: changes and presence. The client reconnects after losing the socket, with backoff, and after
// the server closed the channel.
import { useEffect, useRef, useState } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { visitorRealtime } from '#app/platform/supabase/visitor-client.ts'
import type { Change } from './feed.ts'
import type { ChatMessage } from './queries.ts'

const TOPIC = 'chat'
/** The prefix of presence keys that the server reserves for the member with the id. */
const MEMBER_KEY = 'member:'
const REOPEN_AFTER_MS = 5_000

export type ChannelStatus = 'connecting' | 'live' | 'down'

export type PresenceState = {
  /** Everybody present: each member once, each guest's tab once. */
  count: number
  memberIds: string[]
}

type Events = {
  changed(change: Change): void
  status(status: ChannelStatus): void
  present(present: PresenceState): void
}

/** The last closed channel, until it is gone: a topic has one channel per socket. */
let closing: Promise<unknown> = Promise.resolve()

/**
 * Joins the channel.
 * @param as the presence to show: a member's id, 'guest', or null to only receive
 * @returns a function that leaves it
 */
function openLine(as: string | null, events: Events): () => void {
  let isOpen = true
  let timer = 0
  let hangUp = (): Promise<unknown> => Promise.resolve()

  const open = async () => {
    await closing
    const channels = await visitorRealtime()
    if (!isOpen) return
    const presence = as && as !== 'guest' ? { key: MEMBER_KEY + as } : {}
    const channel = channels.channel(TOPIC, { config: { presence: { ...presence, enabled: true } } })
    hangUp = () => channels.removeChannel(channel)
    let isOver = false
    channel
      .on<ChatMessage>(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'chat_messages' },
        (event) => {
          if (event.eventType === 'INSERT') events.changed({ kind: 'insert', message: event.new })
          else if (event.eventType === 'DELETE' && event.old.id) {
            events.changed({ kind: 'delete', id: event.old.id })
          }
        },
      )
      .on('presence', { event: 'sync' }, () => {
        const keys = Object.keys(channel.presenceState())
        const members = keys.filter((key) => key.startsWith(MEMBER_KEY))
        events.present({
          count: keys.length,
          memberIds: members.map((key) => key.slice(MEMBER_KEY.length)),
        })
      })
      .subscribe((status) => {
        if (!isOpen || isOver) return
        events.status(status === 'SUBSCRIBED' ? 'live' : 'down')
        if (status === 'SUBSCRIBED' && as) void channel.track({})
        // The server closed the channel, e.g. because the token expired in a background tab.
        if (status === 'CLOSED') {
          isOver = true
          openAgain()
        }
      })
  }

  const openAgain = () => {
    events.status('down')
    closing = hangUp()
    timer = window.setTimeout(() => open().catch(openAgain), REOPEN_AFTER_MS)
  }

  const opening = open().catch(openAgain)
  return () => {
    isOpen = false
    clearTimeout(timer)
    closing = opening.then(() => hangUp()).catch(() => undefined)
  }
}

/** Keeps the channel joined while the component is mounted. @param isPresent whether this visitor counts as present */
export function useChatChannel(
  isPresent: boolean,
  onChange: (change: Change) => void,
): { status: ChannelStatus; present: PresenceState | null } {
  const session = useSession()
  const who = session.status === 'member' ? session.userId : session.status
  const [status, setStatus] = useState<ChannelStatus>('connecting')
  const [present, setPresent] = useState<PresenceState | null>(null)
  const changed = useRef(onChange)
  changed.current = onChange
  useEffect(() => {
    if (who === 'unknown') return
    setStatus('connecting')
    return openLine(isPresent ? who : null, {
      changed: (change) => changed.current(change),
      status: setStatus,
      present: setPresent,
    })
  }, [who, isPresent])
  return { status, present }
}
