// The Edit Thread modal (SPEC.md section 2, Admin dashboard). Saving closes it, and closing resets it.
import { useRef, useState } from 'react'
import { Editor } from '#app/editor/editor.tsx'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { NewerVersion as Newer } from '#app/platform/supabase/compare-and-swap.ts'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import { TextField } from '#app/ui/forms/field.tsx'
import { FormActions, FormProblem, NewerVersion, VersionField } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { CONTENT, TITLE } from '#shared/limits.ts'
import { threadTextSchema } from '#shared/schemas/threads.ts'
import { textLength } from '#shared/text-length.ts'
import * as t from '#words/moderation.ts'
import { editThread, NOT_FOUND_FOR_EDITING, type ThreadVersion } from './mutations.ts'
import { useRefresh } from './use-moderation.ts'

type Editable = ThreadVersion & { id: string }

type EditThreadModalProps = {
  /** Null while nothing is edited. */
  thread: Editable | null
  onClose: () => void
}

export function EditThreadModal({ thread, onClose }: EditThreadModalProps) {
  return (
    <Dialog open={thread !== null} onClose={onClose} title={t.editThread} wide>
      {thread ? <Form key={thread.id} thread={thread} onClose={onClose} /> : null}
    </Dialog>
  )
}

/** SPEC.md: a thread that is not in the list any more. */
export function sayNotFound(): void {
  toastFailure('Error', NOT_FOUND_FOR_EDITING)
}

function Form({ thread, onClose }: { thread: Editable; onClose: () => void }) {
  const refresh = useRefresh()
  const began = useRef<ThreadVersion>(thread)
  const [theirs, setTheirs] = useState<ThreadVersion | null>(null)
  const [resets, setResets] = useState(0)
  const form = useSiteForm({
    schema: threadTextSchema,
    start: { title: thread.title, content: thread.content },
    send: async (written) => {
      setTheirs(null)
      await editThread(await client(), thread.id, began.current, written)
      toast({ title: t.threadUpdated, text: t.theThreadHasBeenSuccessfully2 })
      onClose()
      await refresh()
    },
    failed: t.notSavedPleaseTryAgain,
    onRefused: (error) => {
      if (error instanceof Newer) {
        setTheirs(error.version as ThreadVersion)
        return {}
      }
      if (error instanceof Error && error.message === NOT_FOUND_FOR_EDITING) {
        sayNotFound()
        onClose()
        void refresh()
        return {}
      }
      failedTo('update thread')(error)
    },
  })
  const { values } = form

  return (
    <form {...form.props} className="space-y-4">
      <TextField
        label={t.threadTitle}
        placeholder={t.enterThreadTitle}
        maxLength={TITLE.max}
        {...form.field('title')}
      />
      <Editor
        key={`${thread.id}-${resets}`}
        label={t.threadContent}
        placeholder={t.writeYourThreadContent}
        initial={values.content}
        max={CONTENT.max}
        error={form.problems.content}
        onChange={(content) => form.change({ content })}
        onSubmit={() => void form.submit()}
      />
      <FormProblem message={form.problems.form} />
      {theirs ? (
        <NewerVersion
          busy={form.isBusy}
          onTakeTheirs={() => {
            began.current = theirs
            form.show({ title: theirs.title, content: theirs.content })
            setResets(resets + 1)
            setTheirs(null)
          }}
          onKeepMine={() => {
            began.current = theirs
            void form.submit()
          }}
        >
          <VersionField label={t.title}>{theirs.title}</VersionField>
          <VersionField label={t.content}>
            <SanitizedHtml html={theirs.content} />
          </VersionField>
        </NewerVersion>
      ) : null}
      <FormActions
        action={t.saveChanges}
        busy={form.isBusy}
        disabled={values.title.trim() === '' || textLength(values.content) === 0}
        onCancel={onClose}
      />
    </form>
  )
}
