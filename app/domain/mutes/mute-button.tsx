// Mutes a member, a category or a tag. Loaded for members only.
import { Volume2, VolumeX } from 'lucide-react'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { singlePress } from '#app/ui/single-press.ts'
import type { Subject } from './queries.ts'
import { useMutes } from './use-mutes.ts'

type MuteProps = {
  userId: string
  subject: Subject
  name: string
  /** Only its icon is visible. */
  terse?: boolean
}

export default withQueries(MuteButton)

function MuteButton({ userId, subject, name, terse = false }: MuteProps) {
  const { mutes, isMuted, set } = useMutes(userId)
  const wanted = !isMuted(subject)
  const Icon = wanted ? VolumeX : Volume2
  const label = `${wanted ? 'Mute' : 'Unmute'} ${name}`
  const shared = {
    icon: <Icon {...SMALL_ICON} />,
    disabled: mutes === undefined,
    onClick: singlePress(() => set({ subject, wanted, name })),
  }
  return terse ? (
    <IconButton label={label} {...shared} />
  ) : (
    <ActionButton label={wanted ? 'Mute' : 'Unmute'} spelled aria-label={label} {...shared} />
  )
}
