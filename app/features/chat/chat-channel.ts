// The channel of the chat: changes and presence.
import { useEffect, useRef, useState } from 'react'
import { openLine, type Present } from '#app/platform/live/line.ts'
import { useSession } from '#app/platform/session/session.ts'
import type { Change } from './feed.ts'
import type { ChatMessage } from './queries.ts'

export type ChannelStatus = 'connecting' | 'live' | 'down'

/**
 * Keeps the channel joined while the component is mounted.
 * @param isPresent whether this visitor counts as present
 * @param onUpdated called with the ids of messages that were edited or reacted to
 */
export function useChatChannel(
  isPresent: boolean,
  onChange: (change: Change) => void,
  onUpdated?: (ids: readonly string[]) => void,
): { status: ChannelStatus; present: Present | null } {
  const session = useSession()
  const who = session.status === 'member' ? session.userId : session.status
  const [status, setStatus] = useState<ChannelStatus>('connecting')
  const [present, setPresent] = useState<Present | null>(null)
  const changed = useRef(onChange)
  changed.current = onChange
  const updated = useRef(onUpdated)
  updated.current = onUpdated
  useEffect(() => {
    if (who === 'unknown') return
    setStatus('connecting')
    return openLine<ChatMessage>({
      topic: 'chat',
      changes: {
        event: '*',
        table: 'chat_messages',
        onEach: (change) => {
          if (change.eventType === 'INSERT') changed.current({ kind: 'insert', message: change.new })
          else if (change.eventType === 'UPDATE') {
            const { id, message, edited_at = null } = change.new
            changed.current({ kind: 'update', message: { id, message, edited_at } })
          } else if (change.eventType === 'DELETE' && change.old.id)
            changed.current({ kind: 'delete', id: change.old.id })
        },
        onBurst: (changes) => {
          const ids = changes.flatMap((change) => (change.eventType === 'UPDATE' ? change.new.id : []))
          if (ids.length > 0) updated.current?.([...new Set(ids)])
        },
      },
      onStatus: setStatus,
      presence: { as: isPresent ? who : null, onChange: setPresent },
    })
  }, [who, isPresent])
  return { status, present }
}
