// Who is present in the chat: some avatars and a count.
import { Avatar } from '#app/ui/avatar.tsx'
import { count, formatNumber } from '#shared/format.ts'
import type { ChannelStatus, PresenceState } from './chat-channel.ts'
import type { Profiles } from './use-profiles.ts'

const SHOWN_FACES = 5

/** The members whose avatars are shown. */
export function shownMembers(present: PresenceState | null): string[] {
  return present ? present.memberIds.slice(0, SHOWN_FACES) : []
}

export function Online({ present, profiles }: { present: PresenceState | null; profiles: Profiles }) {
  if (!present) return null
  const shown = shownMembers(present).flatMap((id) => profiles.get(id) ?? [])
  return (
    <span className="flex items-center gap-2 text-14 text-muted">
      <span aria-hidden className="flex">
        {shown.map(({ id, username, avatar_url }) => (
          <span key={id} title={username} className="-ml-1.5 rounded-full ring-2 ring-surface first:ml-0">
            <Avatar name={username} src={avatar_url} size={24} />
          </span>
        ))}
      </span>
      <span className="tabular-nums">
        {formatNumber(present.count)} online
        <span className="sr-only">{whoElse(shown, present.count)}</span>
      </span>
    </span>
  )
}

function whoElse(shown: readonly { username: string }[], all: number): string {
  if (shown.length === 0) return ''
  const names = shown.map(({ username }) => username).join(', ')
  const others = all - shown.length
  return `: ${names}${others > 0 ? ` and ${count(others, 'other', 'others')}` : ''}`
}

type State = { words: string; more?: string; dot: string }

const STATES: Record<ChannelStatus | 'offline', State> = {
  connecting: { words: 'Connecting…', dot: 'bg-control-line' },
  live: { words: 'Live', dot: 'bg-edge' },
  down: { words: 'Reconnecting', more: ', checking every 5 seconds', dot: 'bg-warn' },
  offline: { words: 'Offline', dot: 'bg-loss' },
}

/** The state of the connection: a dot with a label. */
export function ConnectionState({ status, isOnline }: { status: ChannelStatus; isOnline: boolean }) {
  const { words, more, dot } = STATES[isOnline ? status : 'offline']
  return (
    <span className="needs-script inline-flex items-center gap-1.5 text-13 text-muted">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${dot}`} />
      <span>
        {words}
        {more ? <span className="max-sm:sr-only">{more}</span> : null}
      </span>
    </span>
  )
}
