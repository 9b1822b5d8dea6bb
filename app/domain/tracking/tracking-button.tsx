// Watching · Normal · Muted: what a member thinks of a category, tag, discussion or member, as one menu. Loaded for members
// only.
import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing, VolumeX } from 'lucide-react'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { buttonClass } from '#app/ui/forms/button.tsx'
import { MenuButton } from '#app/ui/overlays/menu-button.tsx'
import * as t from '#words/tracking.ts'
import { type Tracking, trackingQuery } from './queries.ts'
import { type Tracked, track } from './track.ts'

const STATES: readonly { state: Tracking; label: string; Icon: typeof Bell }[] = [
  { state: 'watching', label: t.watching, Icon: BellRing },
  { state: 'normal', label: t.normal, Icon: Bell },
  { state: 'muted', label: t.muted, Icon: VolumeX },
]
const NORMAL = { label: t.normal, Icon: Bell }

export type TrackingProps = Tracked & {
  /** A button, an action below a post, or an icon in a row. */
  look?: 'button' | 'act' | 'icon'
  /** Nobody begins to watch who can no longer write. */
  isBanned?: boolean
}

const LOOKS = {
  button: buttonClass('secondary', 'normal', 'w-full'),
  act: 'act',
  icon: 'relative z-10 inline-flex size-11 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-text sm:size-9',
}

export default withQueries(function TrackingButton({
  look = 'button',
  isBanned = false,
  ...tracked
}: TrackingProps) {
  const { data } = useQuery(trackingQuery(tracked.userId, tracked.subject))
  const { label, Icon } = STATES.find(({ state }) => state === data) ?? NORMAL
  return (
    <MenuButton
      label={`${label}: ${tracked.name}`}
      className={LOOKS[look]}
      disabled={data === undefined}
      items={STATES.filter(({ state }) => !(isBanned && state === 'watching')).map(
        ({ state, label: text, Icon: Sign }) => ({
          label: text,
          icon: <Sign size={16} aria-hidden />,
          chosen: state === data,
          onSelect: () => void track(tracked, state),
        }),
      )}
    >
      <Icon size={look === 'button' ? 17 : 16} aria-hidden />
      {look === 'icon' ? null : <span className={look === 'act' ? 'word' : undefined}>{label}</span>}
    </MenuButton>
  )
})
