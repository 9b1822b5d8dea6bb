// Edits one's own reply in place. Loaded on demand. Leaving keeps a draft.
import { EditorOnDemand } from '#app/domain/editor/editor-on-demand.ts'
import { type ReplyVersion, replyEdit } from '#app/domain/replies/mutations.ts'
import { editDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { useEditForm } from '#app/platform/forms/use-edit-form.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { browserSpelling } from '#app/platform/text/browser-spelling.ts'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { FormActions, FormProblem, NewerVersion } from '#app/ui/forms/form-end.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { REPLY } from '#shared/limits.ts'
import { replySchema } from '#shared/schemas/threads.ts'
import { textLength } from '#shared/text-length.ts'

type EditReplyProps = {
  reply: ReplyVersion & { id: string }
  userId: string
  onClose: () => void
  onSaved: () => void | Promise<void>
}

type ReplyFields = { content: string }

export default function EditReply({ reply, userId, onClose, onSaved }: EditReplyProps) {
  const requireMember = useRequireMember()
  const form = useEditForm<ReplyVersion, ReplyFields, ReplyFields>({
    draftKey: editDraftKey(userId, reply.id),
    current: reply,
    valuesOf: ({ content }) => ({ content: browserSpelling(content) }),
    schema: replySchema,
    send: async ({ content }, save) => {
      const member = await requireMember()
      if (!member || !(await save({ mine: { content }, ...replyEdit(member.client, reply.id, content) })))
        return
      await onSaved()
      toast({ title: 'Reply updated' })
    },
    failed: 'Not saved. Please try again; what you typed is kept.',
    onRefused: () =>
      toastFailure('Failed to update', 'There was an error saving your reply. Please try again.'),
  })
  const { values, problems, theirs } = form
  const isEmpty = textLength(values.content) === 0

  return (
    <form {...form.props}>
      {form.draft ? <DraftNotice {...form.draft} /> : null}
      <EditorOnDemand
        key={`${reply.id}-${form.sheet}`}
        label="Edit your reply"
        hiddenLabel
        autoFocus
        initial={values.content}
        max={REPLY.max}
        error={problems.content}
        onChange={(content) => form.change({ content })}
        onSubmit={() => {
          if (!isEmpty) void form.submit()
        }}
      />
      <FormProblem message={problems.form} />
      {theirs ? (
        <NewerVersion {...form.decision}>
          <SanitizedHtml html={theirs.content} />
        </NewerVersion>
      ) : null}
      <FormActions
        action="Save"
        size="small"
        className="mt-3"
        busy={form.isBusy}
        disabled={isEmpty}
        onCancel={() => {
          form.forget()
          onClose()
        }}
      />
    </form>
  )
}
