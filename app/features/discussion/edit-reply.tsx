// Changes an own reply in its place. Loaded when somebody begins to. Leaving it keeps a draft.
import { useRef, useState } from 'react'
import { EditorOnDemand } from '#app/domain/editor/editor-on-demand.ts'
import { type ReplyVersion, replyEdit } from '#app/domain/replies/mutations.ts'
import { editDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { useEdit } from '#app/platform/drafts/use-edit.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { FormActions, NewerVersion } from '#app/ui/forms/form-end.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { REPLY } from '#shared/limits.ts'
import { textLength } from '#shared/text-length.ts'

type EditReplyProps = {
  reply: ReplyVersion & { id: string }
  userId: string
  onClose: () => void
  onSaved: () => void | Promise<void>
}

const contentOf = ({ content }: ReplyVersion) => content
const isText = (value: unknown): value is string => typeof value === 'string'

export default function EditReply({ reply, userId, onClose, onSaved }: EditReplyProps) {
  const edit = useEdit<ReplyVersion, string>({
    draftKey: editDraftKey(userId, reply.id),
    current: reply,
    valuesOf: contentOf,
    isValues: isText,
  })
  const { values: content, theirs } = edit
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const requireMember = useRequireMember()
  const length = textLength(content)

  async function save() {
    if (busy.current || length === 0) return
    if (length < REPLY.min || length > REPLY.max) {
      return setError(CONSTRAINT_MESSAGES.replies_content_length)
    }
    busy.current = true
    setSaving(true)
    try {
      const member = await requireMember()
      if (!member) return
      if (!(await edit.save(replyEdit(member.client, reply.id, content)))) return
      await onSaved()
      toast({ title: 'Reply updated' })
    } catch (failure) {
      console.warn('reply was not changed', failure)
      setError(refusalOf(failure)?.message ?? 'Not saved. Please try again; what you typed is kept.')
      toastFailure('Failed to update', 'There was an error saving your reply. Please try again.')
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {edit.restored && !theirs ? <DraftNotice at={edit.restored.at} onDiscard={edit.discard} /> : null}
      <EditorOnDemand
        key={`${reply.id}-${edit.sheet}`}
        label="Edit your reply"
        hiddenLabel
        autoFocus
        initial={content}
        max={REPLY.max}
        error={error}
        onChange={(html) => {
          setError(undefined)
          edit.change(html)
        }}
        onSubmit={() => void save()}
      />
      {theirs ? (
        <NewerVersion
          busy={saving}
          onTakeTheirs={edit.takeTheirs}
          onKeepMine={() => {
            edit.keepMine()
            void save()
          }}
        >
          <SanitizedHtml html={theirs.content} />
        </NewerVersion>
      ) : null}
      <FormActions
        action="Save"
        size="small"
        className="mt-3"
        busy={saving}
        disabled={length === 0}
        onCancel={() => {
          edit.forget()
          onClose()
        }}
      />
    </form>
  )
}
