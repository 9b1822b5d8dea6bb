// Edits the text of a post in place: of a reply, or of another member's wiki. Loaded on demand. Leaving keeps a draft.

import { useRef } from 'react'
import { replyEdit, replyVersion, type TextVersion } from '#app/domain/replies/mutations.ts'
import { threadTextEdit, threadTextVersion } from '#app/domain/threads/mutations.ts'
import { EditorOnDemand } from '#app/editor/editor-on-demand.ts'
import { useRequireMember } from '#app/platform/acts/guest.ts'
import { editDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { useEditForm } from '#app/platform/forms/use-edit-form.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { browserSpelling } from '#app/platform/text/browser-spelling.ts'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { FormActions, FormProblem, NewerVersion } from '#app/ui/forms/form-end.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { useReturnFocus } from '#app/ui/return-focus.ts'
import { CONTENT, REPLY } from '#shared/limits.ts'
import { replySchema, wikiSchema } from '#shared/schemas/threads.ts'
import { textLength } from '#shared/text-length.ts'
import * as t from '#words/discussion-more.ts'
import { StoredVersion } from './stored-version.tsx'

const KINDS = {
  reply: { load: replyVersion, edit: replyEdit, schema: replySchema, max: REPLY.max, saved: t.replyUpdated },
  discussion: {
    load: threadTextVersion,
    edit: threadTextEdit,
    schema: wikiSchema,
    max: CONTENT.max,
    saved: t.discussionUpdated,
  },
}

type EditTextProps = {
  postId: string
  noun: keyof typeof KINDS
  /** Whether the member wrote the post. */
  isOwn: boolean
  isWiki: boolean
  userId: string
  onClose: () => void
  onSaved: () => void | Promise<void>
}

type TextFields = { content: string }

export default withQueries(EditText)

function EditText(props: EditTextProps) {
  const { postId, noun } = props
  return (
    <StoredVersion postId={postId} load={(client) => KINDS[noun].load(client, postId)}>
      {(stored) => <Form {...props} stored={stored} />}
    </StoredVersion>
  )
}

function Form({
  postId,
  stored,
  noun,
  isOwn,
  isWiki,
  userId,
  onClose,
  onSaved,
}: EditTextProps & { stored: TextVersion }) {
  const { edit, schema, max, saved } = KINDS[noun]
  const requireMember = useRequireMember()
  const form = useEditForm<TextVersion, TextFields, TextFields>({
    draftKey: editDraftKey(userId, postId),
    current: stored,
    valuesOf: ({ content }) => ({ content: browserSpelling(content) }),
    schema,
    send: async ({ content }, save) => {
      const member = await requireMember()
      if (!member || !(await save({ mine: { content }, ...edit(member.client, postId, content) }))) return
      await onSaved()
      toast({ title: saved })
    },
    failed: t.notSavedPleaseTryAgain2,
    onRefused: () => toastFailure(t.failedToUpdate, t.thereWasAnErrorSaving),
  })
  const { values, problems, theirs } = form
  const isEmpty = textLength(values.content) === 0
  const element = useRef<HTMLFormElement>(null)
  useReturnFocus(element)

  return (
    <form {...form.props} ref={element}>
      {form.draft ? <DraftNotice {...form.draft} /> : null}
      <EditorOnDemand
        key={`${postId}-${form.resets}`}
        label={isOwn ? t.editYourReply : t.editTheText}
        hiddenLabel
        autoFocus
        initial={values.content}
        max={max}
        error={problems.content}
        onChange={(content) => form.change({ content })}
        onSubmit={() => {
          if (!isEmpty) void form.submit()
        }}
      />
      {isWiki && !isOwn ? <p className="mt-2 text-13 text-muted">{t.thisIsAWikiYour}</p> : null}
      <FormProblem message={problems.form} />
      {theirs ? (
        <NewerVersion {...form.decision}>
          <SanitizedHtml html={theirs.content} />
        </NewerVersion>
      ) : null}
      <FormActions
        action={t.save}
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
