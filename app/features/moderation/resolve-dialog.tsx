// The words with which an admin resolves or dismisses what was reported. Every reporter reads them.
import { type FormEvent, useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { count } from '#shared/format.ts'
import { REPORT } from '#shared/limits.ts'
import { answerReports, type Case } from './queue.ts'
import { useRefresh } from './use-moderation.ts'

type AnswerDialogProps = {
  answered: Case
  state: 'resolved' | 'dismissed'
  /** The words to begin with. */
  words: string
  onClose: () => void
}

const WORDS = {
  resolved: { title: 'Resolve', label: 'What was done', action: 'Resolve', done: 'resolved' },
  dismissed: { title: 'Dismiss', label: 'Why nothing was done', action: 'Dismiss', done: 'dismissed' },
} as const

export function ResolveDialog({ answered, state, words: initial, onClose }: AnswerDialogProps) {
  const refresh = useRefresh()
  const [words, setWords] = useState(initial)
  const { title, label, action, done } = WORDS[state]
  const { reports } = answered

  const [send, busy] = useAsyncAction(async () => {
    const ids = reports.map(({ id }) => id)
    try {
      await answerReports(await client(), ids, { state, resolution: words.trim() || null })
    } catch (error) {
      return toastError(`${action.toLowerCase()} the report`, error)
    }
    toast({
      title: `${ids.length === 1 ? 'Report' : `${ids.length} reports`} ${done}`,
      action: { label: 'Undo', onClick: () => void reopen(ids) },
    })
    onClose()
    await refresh()
  })

  async function reopen(ids: readonly string[]) {
    try {
      await answerReports(await client(), ids, { state: 'open', resolution: null })
      toast({ title: 'Undone' })
    } catch (error) {
      toastError('reopen the report', error)
    }
    await refresh()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`${title} ${reports.length === 1 ? 'the report' : count(reports.length, 'report', 'reports')}`}
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        <TextArea
          label={label}
          hint={
            reports.length === 1
              ? 'The reporter reads this. It also stands in the log.'
              : 'Everybody who reported it reads this. It also stands in the log.'
          }
          rows={3}
          maxLength={REPORT.max}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <div className="mt-5 flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" disabled={busy}>
            {busy ? 'Saving...' : action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
