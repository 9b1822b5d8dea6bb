// The text of a post, with the waiting draft of an edit, or the form that edits it in its place.
import { type ReactNode, Suspense } from 'react'
import { editDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { useSession } from '#app/platform/session/session.ts'
import { Skeleton } from '#app/ui/feedback/states.tsx'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'

const WaitingDraft = lazyOptional(() => import('#app/platform/drafts/waiting-draft.tsx'))

type EditableTextProps = {
  postId: string
  mayEdit: boolean
  isEditing: boolean
  onEdit: () => void
  form: (userId: string) => ReactNode
  /** The text. */
  children: ReactNode
}

export function EditableText({ postId, mayEdit, isEditing, onEdit, form, children }: EditableTextProps) {
  const session = useSession()
  const userId = session.status === 'member' ? session.userId : null
  return (
    <>
      {mayEdit && !isEditing && userId ? (
        <Suspense>
          <WaitingDraft draftKey={editDraftKey(userId, postId)} onContinue={onEdit} />
        </Suspense>
      ) : null}
      {isEditing && userId ? (
        <Suspense fallback={<Skeleton label="Loading the editor..." />}>{form(userId)}</Suspense>
      ) : (
        children
      )}
    </>
  )
}
