// The Edit Thread modal (SPEC.md section 2, Admin dashboard). Closing it clears it, and a save closes it.
import { useState } from 'react'
import { Editor } from '#app/domain/editor/editor.tsx'
import { client } from '#app/platform/session/session.ts'
import { NewerVersion as Newer } from '#app/platform/supabase/compare-and-swap.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { NewerVersion, VersionField } from '#app/ui/forms/newer-version.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { CONTENT, TITLE } from '#shared/limits.ts'
import { textLength } from '#shared/text-length.ts'
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
    <Dialog open={thread !== null} onClose={onClose} title="Edit Thread" wide>
      {thread ? <Form key={thread.id} thread={thread} onClose={onClose} /> : null}
    </Dialog>
  )
}

/** SPEC.md: a thread that is not in the list any more. */
export function sayNotFound(): void {
  toast({ title: 'Error', text: NOT_FOUND_FOR_EDITING, variant: 'destructive' })
}

function Form({ thread, onClose }: { thread: Editable; onClose: () => void }) {
  const refresh = useRefresh()
  const [began, setBegan] = useState<ThreadVersion>(thread)
  const [theirs, setTheirs] = useState<ThreadVersion | null>(null)
  const [sheet, setSheet] = useState(0)
  const [title, setTitle] = useState(thread.title)
  const [content, setContent] = useState(thread.content)
  const [problem, setProblem] = useState<{ constraint: string | null; message: string } | null>(null)
  const isEmpty = title.trim() === '' || textLength(content) === 0
  const problemOf = (constraint: string) => (problem?.constraint === constraint ? problem.message : undefined)

  const [save, saving] = useAsyncAction(async (over: ThreadVersion) => {
    if (isEmpty) return
    setTheirs(null)
    try {
      await editThread(await client(), thread.id, over, { title: title.trim(), content: content.trim() })
    } catch (error) {
      if (error instanceof Newer) return setTheirs(error.version as ThreadVersion)
      if (error instanceof Error && error.message === NOT_FOUND_FOR_EDITING) {
        sayNotFound()
        onClose()
        await refresh()
        return
      }
      setProblem(refusalOf(error) ?? { constraint: null, message: 'Not saved. Please try again.' })
      return toastError('update thread', error)
    }
    toast({ title: 'Thread updated', text: 'The thread has been successfully updated.' })
    onClose()
    await refresh()
  })

  return (
    <div className="space-y-4">
      <TextField
        label="Thread Title"
        placeholder="Enter thread title..."
        value={title}
        maxLength={TITLE.max}
        error={problemOf('threads_title_length')}
        onChange={(event) => {
          setTitle(event.target.value)
          setProblem(null)
        }}
      />
      <Editor
        key={`${thread.id}-${sheet}`}
        label="Thread Content"
        placeholder="Write your thread content..."
        initial={content}
        max={CONTENT.max}
        error={problemOf('threads_content_length')}
        onChange={(html) => {
          setContent(html)
          setProblem(null)
        }}
        onSubmit={() => void save(began)}
      />
      {problem && !problemOf('threads_title_length') && !problemOf('threads_content_length') ? (
        <p role="alert" className="text-14 text-loss">
          {problem.message}
        </p>
      ) : null}
      {theirs ? (
        <NewerVersion
          busy={saving}
          onTakeTheirs={() => {
            setBegan(theirs)
            setTitle(theirs.title)
            setContent(theirs.content)
            setSheet(sheet + 1)
            setTheirs(null)
          }}
          onKeepMine={() => {
            setBegan(theirs)
            void save(theirs)
          }}
        >
          <VersionField label="Title">{theirs.title}</VersionField>
          <VersionField label="Content">
            <SanitizedHtml html={theirs.content} />
          </VersionField>
        </NewerVersion>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose} disabled={saving}>
          Cancel
        </Button>
        <Button onClick={() => void save(began)} disabled={isEmpty || saving}>
          {saving ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </div>
  )
}
