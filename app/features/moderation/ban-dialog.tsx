// Asks before an admin bans whoever wrote what was reported. Who is behind an anonymous message is asked for here,
// when it is needed, and nowhere before.

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { reasonLabel } from '#app/domain/reports/report-reasons.ts'
import { client } from '#app/platform/session/session.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { REPORT } from '#shared/limits.ts'
import { banMember } from './mutations.ts'
import { moderationQueries } from './query-options.ts'
import type { QueuedReport } from './queue.ts'
import { useRefresh } from './use-moderation.ts'

type BanDialogProps = { target: QueuedReport; onClose: () => void; onBanned: () => void }

export function BanDialog({ target, onClose, onBanned }: BanDialogProps) {
  const refresh = useRefresh()
  const { message } = target
  const [reason, setReason] = useState(`Reported: ${reasonLabel(target.ground)}`)
  const hidden = useQuery({
    ...moderationQueries.authorOfMessage(message?.id ?? ''),
    enabled: target.author === null && message !== null,
  })
  const author = target.author ?? hidden.data ?? null
  const [confirm, busy] = useAsyncAction(async () => {
    if (!author) return
    try {
      await banMember(await client(), author.id, reason)
    } catch (error) {
      return toastError('ban user', error)
    }
    toast({ title: 'User banned', text: 'User has been banned successfully.' })
    onBanned()
    await refresh()
  })
  if (!author || author.user_level === 'Banned')
    return (
      <Dialog open onClose={onClose} title="Ban the author">
        <p className="text-15 text-muted" role="status">
          {author
            ? `${author.username} is banned already.`
            : hidden.isLoading
              ? 'Looking who wrote it...'
              : hidden.isError
                ? 'Who wrote it could not be read. Please try again.'
                : 'A guest wrote it. There is no account to ban.'}
        </p>
        <div className="mt-5 flex justify-end">
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} busy={busy} title="Ban User">
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <p className="mb-4 text-15 text-muted">
          Are you sure you want to ban {author.username}? The account is signed out everywhere and may only
          read, until an administrator chooses another level.
        </p>
        <TextField
          label="Why"
          hint="The member reads it when signing in, and it stands in the log."
          maxLength={REPORT.max}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="mt-5 flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={busy || reason.trim().length < REPORT.min}>
            {busy ? 'Banning...' : 'Ban User'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
