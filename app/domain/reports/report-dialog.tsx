// Reports something with a reason. If the member reported it before, shows the outcome instead.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Acting } from '#app/platform/acts/guest.ts'
import { refusalOf } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import type { DbClient } from '#app/platform/session/session.ts'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
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
import { SCAMS_PATH } from '#shared/shield/refusal.ts'
import * as t from '#words/reports-more.ts'
import * as s from '#words/scams.ts'
import { type findOwnReport, reportQueries, sendReport } from './queries.ts'
import { REPORT_REASONS, stateLabel, TARGET_WORDS, type Target } from './report-reasons.ts'

type ReportDialogProps = { target: Target; member: Acting | 'guest'; onClose: () => void }

export default withQueries(ReportDialog)

function ReportDialog({ member, ...report }: ReportDialogProps) {
  return (
    <Dialog open onClose={report.onClose} title={t.reportThis(TARGET_WORDS[report.target.kind])}>
      {member === 'guest' ? (
        <ReportForm {...report} client={visitorClient} isReady isGuest />
      ) : (
        <MemberReport {...report} member={member} />
      )}
    </Dialog>
  )
}

type MemberProps = Omit<ReportDialogProps, 'member'> & { member: Acting }

function MemberReport({ target, member, onClose }: MemberProps) {
  const earlier = useQuery(reportQueries.of(target, member.userId))
  if (earlier.data) return <Reported report={earlier.data} onClose={onClose} />
  if (earlier.isError)
    return <Failed message={t.yourEarlierReportsCouldNot} onRetry={() => void earlier.refetch()} />
  const client = async () => member.client
  return <ReportForm target={target} client={client} onClose={onClose} isReady={earlier.isSuccess} />
}

type EarlierReport = NonNullable<Awaited<ReturnType<typeof findOwnReport>>>

function Reported({ report, onClose }: { report: EarlierReport; onClose: () => void }) {
  return (
    <>
      <p className="text-15">
        {t.youReportedThisOn(
          formatDate(report.created_at),
          report.state === 'open'
            ? t.anAdministratorWillLook
            : report.resolution
              ? `${stateLabel(report.state)}: ${report.resolution}`
              : t.sentenceOf(stateLabel(report.state)),
        )}
      </p>
      <div className="mt-5 flex items-center justify-between gap-2">
        <Link to="/reports" className="inline-flex min-h-11 items-center text-14 text-accent hover:underline">
          {t.allYourReports}
        </Link>
        <Button variant="secondary" onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </>
  )
}

type FormProps = Omit<ReportDialogProps, 'member'> & {
  client: () => Promise<DbClient>
  /** There is no earlier report. */
  isReady: boolean
  isGuest?: boolean
}

function ReportForm({ target, client, onClose, isReady, isGuest = false }: FormProps) {
  const queries = useQueryClient()
  const form = useSiteForm({
    schema: reportSchema,
    start: { ground: null, words: '' },
    send: async ({ ground, words }) => {
      if (!ground) return
      await sendReport(await client(), target, { ground, words })
      toast({ title: t.reportSent, text: t.thankYouAnAdministratorWill })
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
        {isGuest
          ? t.yourReportGoesToThe
          : t.onlyTheAdministratorsSeeWho((text) => (
              <Link to="/reports" className="text-accent underline">
                {text}
              </Link>
            ))}
      </p>
      <Radios
        label={t.whatIsWrongWithIt}
        options={REPORT_REASONS.map(({ ground: value, label }) => ({ value, label }))}
        value={values.ground}
        error={problems.ground}
        onChange={(ground) => form.change({ ground })}
      />
      <TextArea
        label={needsWords ? t.inYourWords : t.inYourWordsOptional}
        rows={3}
        {...form.field('words')}
        maxLength={REPORT.max}
        required={needsWords}
      />
      <p className="text-14">
        {s.whomToCall((text) => (
          <Link to={SCAMS_PATH} className="text-accent underline">
            {text}
          </Link>
        ))}
      </p>
      <FormProblem message={problems.form} />
      <FormActions
        action={t.sendReport}
        busyAction={t.sending}
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
    return t.notSentThePostIs
  return refusalOf(error)?.message ?? t.notSentPleaseTryAgain
}
