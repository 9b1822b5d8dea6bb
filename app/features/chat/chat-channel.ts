// The line to the chat: one channel that brings its changes and tells who is there. It comes back by itself after
// the socket was lost (the client's own back-off), and after the server ended the channel.
import { useEffect, useRef, useState } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { visitorRealtime } from '#app/platform/supabase/visitor-client.ts'
import type { Change } from './feed.ts'
import type { ChatMessage } from './queries.ts'

const TOPIC = 'chat'
/** A presence key that the server gives to nobody but the member whose id follows. */
const MEMBER_KEY = 'member:'
const REOPEN_AFTER_MS = 5_000

export type ChannelStatus = 'connecting' | 'live' | 'down'

export type PresenceState = {
  /** Everybody: each member once, each guest's tab once. */
  count: number
  memberIds: string[]
}

type Events = {
  changed(change: Change): void
  status(status: ChannelStatus): void
  present(present: PresenceState): void
}

/** The last one that was closed, until it is gone: a topic has one channel on a socket. */
let closing: Promise<unknown> = Promise.resolve()

/**
 * Opens the line.
 * @param as the presence to show: a member's id, 'guest', or null for who only looks on
 * @returns what closes it
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
        // The server's word that this channel is over, e.g. for a token that ran out in a sleeping tab.
        // Leaving it for good says so once more, from within.
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

/**
 * Keeps the line open while the component lives.
 * @param isPresent whether this visitor counts as being in the chat, or only looks on
 */
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
