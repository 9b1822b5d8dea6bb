// The channel of the chat: changes and presence.
import { useEffect, useRef, useState } from 'react'
import { openLine, type Present } from '#app/platform/live/line.ts'
import { useSession } from '#app/platform/session/session.ts'
import type { Change } from './feed.ts'
import type { ChatMessage } from './queries.ts'

export type ChannelStatus = 'connecting' | 'live' | 'down'

/** Keeps the channel joined while the component is mounted. @param isPresent whether this visitor counts as present */
export function useChatChannel(
  isPresent: boolean,
  onChange: (change: Change) => void,
): { status: ChannelStatus; present: Present | null } {
  const session = useSession()
  const who = session.status === 'member' ? session.userId : session.status
  const [status, setStatus] = useState<ChannelStatus>('connecting')
  const [present, setPresent] = useState<Present | null>(null)
  const changed = useRef(onChange)
  changed.current = onChange
  useEffect(() => {
    if (who === 'unknown') return
    setStatus('connecting')
    return openLine({
      topic: 'chat',
      listen: (channel) =>
        channel.on<ChatMessage>(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'chat_messages' },
          (event) => {
            if (event.eventType === 'INSERT') changed.current({ kind: 'insert', message: event.new })
            else if (event.eventType === 'DELETE' && event.old.id)
              changed.current({ kind: 'delete', id: event.old.id })
          },
        ),
      onStatus: setStatus,
      presence: { as: isPresent ? who : null, onChange: setPresent },
    })
  }, [who, isPresent])
  return { status, present }
}
