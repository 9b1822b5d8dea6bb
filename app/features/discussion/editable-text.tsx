// The text of a post, with the waiting draft of an edit, or the form that edits it in its place.
import { type ReactNode, Suspense } from 'react'
import { editDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { useSession } from '#app/platform/session/session.ts'
import { Skeleton } from '#app/ui/feedback/states.tsx'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import { ACT, attribute } from '#shared/page-contract.ts'
import * as t from '#words/discussion.ts'

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
          {/* For the key `e`; readers find it in the menu. */}
          <button type="button" hidden {...attribute(ACT, 'edit')} onClick={onEdit} />
          <WaitingDraft draftKey={editDraftKey(userId, postId)} onContinue={onEdit} />
        </Suspense>
      ) : null}
      {isEditing && userId ? (
        <Suspense fallback={<Skeleton label={t.loadingTheEditor} />}>{form(userId)}</Suspense>
      ) : (
        children
      )}
    </>
  )
}
