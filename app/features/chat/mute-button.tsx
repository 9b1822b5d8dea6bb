// Mutes a member beside what they wrote. Loaded for members only.
import { Volume2, VolumeX } from 'lucide-react'
import type { Subject } from '#app/domain/mutes/queries.ts'
import { useMutes } from '#app/domain/mutes/use-mutes.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { singlePress } from '#app/ui/single-press.ts'
import * as t from '#words/chat.ts'

type MuteProps = { userId: string; subject: Subject; name: string }

export default withQueries(MuteButton)

function MuteButton({ userId, subject, name }: MuteProps) {
  const { mutes, isMuted, set } = useMutes(userId)
  const wanted = !isMuted(subject)
  const Icon = wanted ? VolumeX : Volume2
  return (
    <IconButton
      icon={<Icon {...SMALL_ICON} />}
      label={wanted ? t.muteMember(name) : t.unmuteMember(name)}
      disabled={mutes === undefined}
      onClick={singlePress(() => set({ subject, wanted, name }))}
    />
  )
}
