// Corrects a poll that nobody has voted in yet. Loaded on demand.
import { correctPoll } from '#app/domain/threads/mutations.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { FormActions, FormProblem } from '#app/ui/forms/form-end.tsx'
import { type PollFields, pollSchema, type WrittenPoll } from '#shared/schemas/threads.ts'
import PollEditor from './poll-editor.tsx'

type CorrectPollProps = {
  threadId: string
  poll: { question: string; options: readonly string[]; days: number | null }
  onClose: () => void
  onCorrected: () => Promise<void>
}

export default function CorrectPoll({ threadId, poll, onClose, onCorrected }: CorrectPollProps) {
  const { question, options, days } = poll
  const form = useSiteForm<{ poll: PollFields }, { poll: WrittenPoll }>({
    start: { poll: { question, options: [...options], days: days === null ? '' : String(days) } },
    schema: pollSchema,
    send: async (corrected) => {
      if (!(await correctPoll(await client(), threadId, corrected.poll)))
        return { form: 'Somebody has voted in the meantime, so the poll stays as it is.' }
      await onCorrected()
      toast({ title: 'Poll corrected' })
      onClose()
    },
    failed: 'Not saved. Please try again.',
  })
  return (
    <form {...form.props} aria-label="Correct the poll" className="mt-4 space-y-3">
      <PollEditor
        poll={form.values.poll}
        error={form.problems.poll}
        onChange={(changed) => form.change({ poll: changed })}
      />
      <FormProblem message={form.problems.form} />
      <FormActions action="Save" size="small" busy={form.isBusy} onCancel={onClose} />
    </form>
  )
}
