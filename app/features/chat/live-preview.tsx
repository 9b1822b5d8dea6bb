// The latest messages, live, and who is present.
import { useSession } from '#app/platform/session/session.ts'
import * as t from '#words/chat.ts'
import { Online, shownMembers } from './online.tsx'
import { PreviewRows } from './preview-rows.tsx'
import type { ChatMessage } from './queries.ts'
import { useMessages } from './use-messages.ts'
import { useMuted } from './use-muted.ts'
import { useProfiles } from './use-profiles.ts'

export type PreviewProps = {
  loaded: readonly ChatMessage[]
  /** The number of messages. */
  limit: number
}

export default function LivePreview({ loaded, limit }: PreviewProps) {
  const session = useSession()
  const muted = useMuted(session.status === 'member' ? session.userId : null)
  const { messages: all, present } = useMessages(loaded, { room: null, limit, isPresent: false })
  const messages = all.filter((message) => !muted?.hides(message))
  const profiles = useProfiles(messages, shownMembers(present))
  return (
    <>
      <p className="mb-3 min-h-6 text-14 text-muted">
        {present && present.count > 0 ? <Online present={present} profiles={profiles} /> : t.latestMessages}
      </p>
      <PreviewRows messages={messages} profiles={profiles} />
    </>
  )
}
