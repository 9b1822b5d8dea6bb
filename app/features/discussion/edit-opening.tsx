// Edits the opening post of a discussion in place: all of it, or the text of another member's wiki. Loaded on demand.
import { useNavigate } from 'react-router'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { threadPath } from '#shared/slugs.ts'
import EditText from './edit-text.tsx'
import EditThread from './edit-thread.tsx'

type EditOpeningProps = {
  thread: FullThread
  userId: string
  /** Whether the member may change more than the text. */
  isWhole: boolean
  onClose: () => void
  onChanged: () => Promise<void>
}

export default function EditOpening({ thread, userId, isWhole, onClose, onChanged }: EditOpeningProps) {
  const navigate = useNavigate()
  if (!isWhole)
    return (
      <EditText
        postId={thread.id}
        noun="discussion"
        isOwn={false}
        isWiki={thread.wiki !== undefined}
        userId={userId}
        onClose={onClose}
        onSaved={async () => {
          await onChanged()
          onClose()
        }}
      />
    )
  return (
    <EditThread
      threadId={thread.id}
      userId={userId}
      onClose={onClose}
      onSaved={async (title) => {
        onClose()
        // A new title is a new address; navigating there avoids a redirect by the loader.
        if (title !== thread.title) await navigate(threadPath({ ...thread, title }), { replace: true })
        else await onChanged()
      }}
    />
  )
}
