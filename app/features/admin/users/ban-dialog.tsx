// Before a ban: what it does, and why it is done. The reason goes into the moderation log.
import { useState } from 'react'
import { Button } from '#app/ui/forms/button.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { REASON } from '#shared/limits.ts'
import type { User } from './queries.ts'

type BanDialogProps = {
  user: User
  onClose: () => void
  /** Resolves to whether it was done. */
  onBan: (reason: string) => Promise<boolean>
}

export function BanDialog({ user, onClose, onBan }: BanDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [ban, busy] = useAsyncAction(async () => {
    if ([...reason.trim()].length < REASON.min) return setProblem(REASON.message)
    if (await onBan(reason.trim())) onClose()
  })
  return (
    <Dialog open onClose={onClose} busy={busy} title={`Ban ${user.username}?`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void ban()
        }}
      >
        <p className="text-15 text-muted">
          They are signed out everywhere at once, and can read but do nothing else. Choosing another level
          ends the ban.
        </p>
        <div className="mt-4">
          <TextArea
            label="Reason"
            hint="For the moderation log; only administrators read it."
            rows={3}
            required
            maxLength={REASON.max}
            value={reason}
            error={problem}
            onChange={(event) => {
              setReason(event.target.value)
              setProblem(undefined)
            }}
          />
        </div>
        <div className="mt-5 flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={busy}>
            {busy ? 'Banning...' : 'Ban User'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
