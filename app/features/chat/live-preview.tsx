// The chat's last words as they are said, and who is there.
import { Online, shownMembers } from './online.tsx'
import { PreviewRows } from './preview-rows.tsx'
import type { ChatMessage } from './queries.ts'
import { useMessages } from './use-messages.ts'
import { useProfiles } from './use-profiles.ts'

export type GlimpseProps = {
  loaded: readonly ChatMessage[]
  /** How many are shown. */
  limit: number
}

export default function LivePreview({ loaded, limit }: GlimpseProps) {
  const { messages, present } = useMessages(loaded, { limit, isPresent: false })
  const faces = useProfiles(messages, shownMembers(present))
  return (
    <>
      <p className="mb-3 min-h-6 text-14 text-muted">
        {present && present.count > 0 ? <Online present={present} faces={faces} /> : 'Latest messages'}
      </p>
      <PreviewRows messages={messages} faces={faces} />
    </>
  )
}
