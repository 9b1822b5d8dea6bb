// Who is present in the chat: some avatars and a count, which open the list of names.
import { Link } from 'react-router'
import type { Present } from '#app/platform/live/line.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { count, formatNumber } from '#shared/format.ts'
import { memberPath } from '#shared/slugs.ts'
import * as t from '#words/chat.ts'
import type { ChannelStatus } from './chat-channel.ts'
import type { Profiles } from './use-profiles.ts'

const SHOWN_FACES = 5
const SHOWN_NAMES = 100

/** The members whose avatars are shown. */
export function shownMembers(present: Present | null): string[] {
  return present ? present.memberIds.slice(0, SHOWN_FACES) : []
}

export function Online({ present, profiles }: { present: Present | null; profiles: Profiles }) {
  if (!present) return null
  const shown = shownMembers(present).flatMap((id) => profiles.get(id) ?? [])
  return (
    <span className="flex items-center gap-2 text-14 text-muted">
      <span aria-hidden className="flex">
        {shown.map(({ id, username, avatar_url }) => (
          <span key={id} title={username} className="-ml-1.5 rounded-face ring-2 ring-surface first:ml-0">
            <Avatar id={id} src={avatar_url} size={24} />
          </span>
        ))}
      </span>
      <span className="tabular-nums">
        {t.online(formatNumber(present.count))}
        <span className="sr-only">{whoElse(shown, present.count)}</span>
      </span>
    </span>
  )
}

function whoElse(shown: readonly { username: string }[], all: number): string {
  if (shown.length === 0) return ''
  const names = shown.map(({ username }) => username).join(', ')
  const others = all - shown.length
  return `: ${names}${others > 0 ? t.andOthers(count(others, t.other, t.others)) : ''}`
}

/** The members whose names are listed. */
export function listedMembers(present: Present | null): string[] {
  return present ? present.memberIds.slice(0, SHOWN_NAMES) : []
}

type ListProps = { present: Present; profiles: Profiles; onClose: () => void }

export function WhoIsOnline({ present, profiles, onClose }: ListProps) {
  const names = listedMembers(present)
    .flatMap((id) => profiles.get(id) ?? [])
    .sort((one, other) => one.username.localeCompare(other.username))
  const guests = present.count - present.memberIds.length
  const others = [
    present.memberIds.length > names.length
      ? count(present.memberIds.length - names.length, t.moreMember, t.moreMembers)
      : null,
    guests > 0 ? count(guests, t.guest, t.guests) : null,
  ].filter((words) => words !== null)
  return (
    <Dialog open onClose={onClose} title={t.online(formatNumber(present.count))}>
      {names.length > 0 ? (
        <ul aria-label={t.membersOnline} className="max-h-[50dvh] overflow-y-auto">
          {names.map(({ id, username, avatar_url }) => (
            <li key={id}>
              <Link
                to={memberPath(username)}
                className="flex min-h-11 items-center gap-3 text-15 font-medium hover:underline"
              >
                <Avatar id={id} src={avatar_url} size={24} />
                <span className="min-w-0 truncate">{username}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mt-2 text-14 text-muted">
        {names.length === 0
          ? t.noMembersAreHereAt(others.join(', '))
          : others.length > 0
            ? t.and(others.join(', '))
            : ''}
      </p>
      <Button variant="quiet" className="mt-3" onClick={onClose}>
        {t.close}
      </Button>
    </Dialog>
  )
}

type State = { words: string; more?: string; dot: string }

const STATES: Record<ChannelStatus | 'offline', State> = {
  connecting: { words: t.connecting, dot: 'bg-control-line' },
  live: { words: t.live, dot: 'bg-edge' },
  down: { words: t.reconnecting, more: t.checkingEvery5Seconds, dot: 'bg-warn' },
  offline: { words: t.offline, dot: 'bg-loss' },
}

/** The state of the connection: a dot with a label. */
export function ConnectionState({ status, isOnline }: { status: ChannelStatus; isOnline: boolean }) {
  const { words, more, dot } = STATES[isOnline ? status : 'offline']
  return (
    <span className="needs-script inline-flex items-center gap-1.5 text-13 text-muted">
      <span aria-hidden className={`dot ${dot}`} />
      <span>
        {words}
        {more ? <span className="max-sm:sr-only">{more}</span> : null}
      </span>
    </span>
  )
}
