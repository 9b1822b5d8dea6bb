// Edits a discussion in place: title, text, tags. Loaded on demand. Leaving keeps a draft.

import { useEffect, useRef } from 'react'
import { type ThreadVersion, threadEdit, threadVersion } from '#app/domain/threads/mutations.ts'
import { EditorOnDemand } from '#app/editor/editor-on-demand.ts'
import { useRequireMember } from '#app/platform/acts/guest.ts'
import { editDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { useEditForm } from '#app/platform/forms/use-edit-form.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { browserSpelling } from '#app/platform/text/browser-spelling.ts'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { AutosizeTitleInput, TextField } from '#app/ui/forms/field.tsx'
import { FormActions, FormProblem, NewerVersion, VersionField } from '#app/ui/forms/form-end.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { useReturnFocus } from '#app/ui/return-focus.ts'
import { CONTENT, TITLE } from '#shared/limits.ts'
import { type ThreadFields, threadSchema, type WrittenThread } from '#shared/schemas/threads.ts'
import { textLength } from '#shared/text-length.ts'
import * as t from '#words/discussion-more.ts'
import { StoredVersion } from './stored-version.tsx'

type EditThreadProps = {
  threadId: string
  userId: string
  onClose: () => void
  onSaved: (title: string) => void | Promise<void>
}

export default withQueries(EditThread)

function EditThread(props: EditThreadProps) {
  const { threadId } = props
  return (
    <StoredVersion postId={threadId} load={(client) => threadVersion(client, threadId)}>
      {(stored) => <Form {...props} stored={stored} />}
    </StoredVersion>
  )
}

function Form({ threadId, stored, userId, onClose, onSaved }: EditThreadProps & { stored: ThreadVersion }) {
  const requireMember = useRequireMember()
  const form = useEditForm<ThreadVersion, ThreadFields, WrittenThread>({
    draftKey: editDraftKey(userId, threadId),
    current: stored,
    valuesOf: fieldsOf,
    schema: threadSchema,
    send: async (written, save) => {
      const member = await requireMember()
      if (!member) return
      const mine = { ...written, tags: written.tags.join(', ') }
      if (!(await save({ mine, ...threadEdit(member.client, threadId, written) }))) return
      await onSaved(written.title)
      toast({ title: t.discussionUpdated })
    },
    failed: t.notSavedPleaseTryAgain2,
    onRefused: () => toastFailure(t.failedToUpdate, t.thereWasAnErrorSaving2),
  })
  const { values, change, problems, theirs } = form
  const element = useRef<HTMLFormElement>(null)
  useReturnFocus(element)
  // The pressed control is gone.
  useEffect(() => element.current?.querySelector('textarea')?.focus(), [])
  const isEmpty = values.title.trim() === '' || textLength(values.content) === 0

  return (
    <form {...form.props} ref={element} className="space-y-4 [--sheet:var(--bg)]">
      {form.draft ? <DraftNotice {...form.draft} /> : null}
      <AutosizeTitleInput
        label={t.title}
        value={values.title}
        maxLength={TITLE.max}
        error={problems.title}
        onText={(title) => change({ title })}
      />
      <EditorOnDemand
        key={`${threadId}-${form.resets}`}
        label={t.content}
        initial={values.content}
        max={CONTENT.max}
        error={problems.content}
        onChange={(content) => change({ content })}
        onSubmit={() => {
          if (!isEmpty) void form.submit()
        }}
      />
      <TextField label={t.tags} hint={t.separatedByCommasAtMost} {...form.field('tags')} />
      <FormProblem message={problems.form} />
      {theirs ? (
        <NewerVersion {...form.decision}>
          <VersionField label={t.title}>{theirs.title}</VersionField>
          <VersionField label={t.content}>
            <SanitizedHtml html={theirs.content} />
          </VersionField>
          <VersionField label={t.tags}>{theirs.tags.join(', ')}</VersionField>
        </NewerVersion>
      ) : null}
      <FormActions
        action={t.save}
        size="small"
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

function fieldsOf({ title, content, tags }: ThreadVersion): ThreadFields {
  return { title, content: browserSpelling(content), tags: tags.join(', ') }
}
