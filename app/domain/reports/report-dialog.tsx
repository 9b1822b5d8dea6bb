// Reports something with a reason. If the member reported it before, shows the outcome instead.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Acting } from '#app/platform/acts/guest.ts'
import { refusalOf } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Radios } from '#app/ui/forms/choices.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormActions, FormProblem } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { formatDate } from '#shared/format.ts'
import { REPORT } from '#shared/limits.ts'
import { reportSchema } from '#shared/schemas/moderation.ts'
import { type findOwnReport, reportQueries, sendReport } from './queries.ts'
import { REPORT_REASONS, stateLabel, TARGET_WORDS, type Target } from './report-reasons.ts'

type ReportDialogProps = { target: Target; member: Acting; onClose: () => void }

export default withQueries(ReportDialog)

function ReportDialog({ target, member, onClose }: ReportDialogProps) {
  const earlier = useQuery(reportQueries.of(target, member.userId))
  return (
    <Dialog open onClose={onClose} title={`Report this ${TARGET_WORDS[target.kind]}`}>
      {earlier.data ? (
        <Reported report={earlier.data} onClose={onClose} />
      ) : earlier.isError ? (
        <Failed message="Your earlier reports could not be read." onRetry={() => void earlier.refetch()} />
      ) : (
        <ReportForm target={target} member={member} onClose={onClose} isReady={earlier.isSuccess} />
      )}
    </Dialog>
  )
}

type EarlierReport = NonNullable<Awaited<ReturnType<typeof findOwnReport>>>

function Reported({ report, onClose }: { report: EarlierReport; onClose: () => void }) {
  return (
    <>
      <p className="text-15">
        You reported this on {formatDate(report.created_at)}.{' '}
        {report.state === 'open'
          ? 'An administrator will look at it.'
          : `${stateLabel(report.state)}${report.resolution ? `: ${report.resolution}` : '.'}`}
      </p>
      <div className="mt-5 flex items-center justify-between gap-2">
        <Link to="/reports" className="inline-flex min-h-11 items-center text-14 text-accent hover:underline">
          All your reports
        </Link>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  )
}

type FormProps = ReportDialogProps & {
  /** There is no earlier report. */
  isReady: boolean
}

function ReportForm({ target, member, onClose, isReady }: FormProps) {
  const queries = useQueryClient()
  const form = useSiteForm({
    schema: reportSchema,
    start: { ground: null, words: '' },
    send: async ({ ground, words }) => {
      if (!ground) return
      await sendReport(member.client, target, { ground, words })
      toast({ title: 'Report sent', text: 'Thank you. An administrator will look at it.' })
      onClose()
      await queries.invalidateQueries({ queryKey: reportQueries.all })
    },
    onRefused: (error) => ({ form: whyNot(error) }),
  })
  const { values, problems } = form
  const needsWords = values.ground === 'other'

  return (
    <form {...form.props} className="space-y-4">
      <p className="text-14 text-muted">
        Only the administrators see who reported what. You can see the outcome under{' '}
        <Link to="/reports" className="text-accent underline">
          your reports
        </Link>
        .
      </p>
      <Radios
        label="What is wrong with it?"
        options={REPORT_REASONS.map(({ ground: value, label }) => ({ value, label }))}
        value={values.ground}
        error={problems.ground}
        onChange={(ground) => form.change({ ground })}
      />
      <TextArea
        label={needsWords ? 'In your words' : 'In your words (optional)'}
        rows={3}
        {...form.field('words')}
        maxLength={REPORT.max}
        required={needsWords}
      />
      <FormProblem message={problems.form} />
      <FormActions
        action="Send Report"
        busyAction="Sending..."
        busy={form.isBusy}
        disabled={!isReady}
        onCancel={onClose}
      />
    </form>
  )
}

/** A refusal by policy has two possible reasons, and retrying helps with neither. */
function whyNot(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === '42501')
    return 'Not sent: the post is gone, or your account can only read at the moment.'
  return refusalOf(error)?.message ?? 'Not sent. Please try again; what you typed is kept.'
}
