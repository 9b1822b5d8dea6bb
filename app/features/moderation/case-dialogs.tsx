// Decisions on reports: the message to the reporters that resolves or dismisses them, and banning the author. The
// author of an anonymous message is requested only for a ban.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { reasonLabel } from '#app/domain/reports/report-reasons.ts'
import { useAct } from '#app/platform/acts/act.ts'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextArea, TextField } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { count } from '#shared/format.ts'
import { REPORT } from '#shared/limits.ts'
import * as t from '#words/moderation.ts'
import { banMember } from './mutations.ts'
import { moderationQueries } from './query-options.ts'
import { answerReports, type Case, type QueuedReport } from './queue.ts'
import { useRefresh, useReopen } from './use-moderation.ts'

type AnswerDialogProps = {
  answered: Case
  state: 'resolved' | 'dismissed'
  /** The initial message. */
  words: string
  onClose: () => void
}

const WORDS = {
  resolved: { title: t.resolve, label: t.whatWasDone, action: t.resolve, done: 'resolved' },
  dismissed: { title: t.dismiss, label: t.whyNothingWasDone, action: t.dismiss, done: 'dismissed' },
} as const

export function ResolveDialog({ answered, state, words: initial, onClose }: AnswerDialogProps) {
  const refresh = useRefresh()
  const [words, setWords] = useState(initial)
  const { title, label, action, done } = WORDS[state]
  const { reports } = answered

  const reopen = useReopen()
  const ids = reports.map(({ id }) => id)
  const [send, busy] = useAct(
    async () => answerReports(await client(), ids, { state, resolution: words.trim() || null }),
    {
      done: () => {
        toast({
          title: `${ids.length === 1 ? 'Report' : `${ids.length} reports`} ${done}`,
          action: { label: t.undo, onClick: () => void reopen(reports, 'Undone') },
        })
        onClose()
        return refresh()
      },
      failed: failedTo(`${action.toLowerCase()} the report`),
    },
  )

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
          hint={reports.length === 1 ? t.theReporterReadsThisIt : t.everybodyWhoReportedItReads}
          rows={3}
          maxLength={REPORT.max}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <FormActions action={action} className="mt-5" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

type BanDialogProps = { target: QueuedReport; onClose: () => void; onBanned: () => void }

/**
 * Confirms banning the author of reported content. The author of an anonymous message is requested here and nowhere
 * else.
 */
export function BanDialog({ target, onClose, onBanned }: BanDialogProps) {
  const refresh = useRefresh()
  const { message } = target
  const [reason, setReason] = useState(`Reported: ${reasonLabel(target.ground)}`)
  const hidden = useQuery({
    ...moderationQueries.authorOfMessage(message?.id ?? ''),
    enabled: target.author === null && message !== null,
  })
  const author = target.author ?? hidden.data ?? null
  const [confirm, busy] = useAct(async ({ id }: { id: string }) => banMember(await client(), id, reason), {
    done: () => {
      toast({ title: t.userBanned, text: t.userHasBeenBannedSuccessfully })
      onBanned()
      return refresh()
    },
    failed: failedTo('ban user'),
  })
  if (!author || author.user_level === 'Banned')
    return (
      <Dialog open onClose={onClose} title={t.banTheAuthor}>
        <p className="text-15 text-muted" role="status">
          {author
            ? t.isBannedAlready(author.username)
            : hidden.isLoading
              ? t.lookingWhoWroteIt
              : hidden.isError
                ? t.whoWroteItCouldNot
                : t.aGuestWroteItThere}
        </p>
        <div className="mt-5 flex justify-end">
          <Button variant="secondary" onClick={onClose}>
            {t.close}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} busy={busy} title={t.banUser}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void confirm(author)
        }}
      >
        <p className="mb-4 text-15 text-muted">{t.areYouSureYouWant(author.username)}</p>
        <TextField
          label={t.why}
          hint={t.theMemberReadsItWhen}
          maxLength={REPORT.max}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormActions
          action={t.banUser}
          busyAction="Banning..."
          variant="danger"
          className="mt-5"
          busy={busy}
          disabled={reason.trim().length < REPORT.min}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
