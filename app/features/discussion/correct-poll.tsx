// Corrects a poll that nobody has voted in yet. Loaded on demand.
import { correctPoll } from '#app/domain/threads/mutations.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { FormActions, FormProblem } from '#app/ui/forms/form-end.tsx'
import { type PollFields, pollSchema, type WrittenPoll } from '#shared/schemas/threads.ts'
import * as t from '#words/discussion-more.ts'
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
        return { form: t.somebodyHasVotedInThe }
      await onCorrected()
      toast({ title: t.pollCorrected })
      onClose()
    },
    failed: t.notSavedPleaseTryAgain,
  })
  return (
    <form {...form.props} aria-label={t.correctThePoll} className="mt-4 space-y-3">
      <PollEditor
        poll={form.values.poll}
        error={form.problems.poll}
        onChange={(changed) => form.change({ poll: changed })}
      />
      <FormProblem message={form.problems.form} />
      <FormActions action={t.save} size="small" busy={form.isBusy} onCancel={onClose} />
    </form>
  )
}
