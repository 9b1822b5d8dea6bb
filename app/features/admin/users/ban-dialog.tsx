// Before a ban: what it does, and why it is done. The reason goes into the moderation log.
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { REASON } from '#shared/limits.ts'
import { reasonSchema } from '#shared/schemas/moderation.ts'
import type { User } from './queries.ts'

type BanDialogProps = {
  user: User
  onClose: () => void
  /** Resolves to whether it was done. */
  onBan: (reason: string) => Promise<boolean>
}

export function BanDialog({ user, onClose, onBan }: BanDialogProps) {
  const form = useSiteForm({
    schema: reasonSchema,
    start: { reason: '' },
    send: async ({ reason }) => {
      if (await onBan(reason)) onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title={`Ban ${user.username}?`}>
      <form {...form.props}>
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
            {...form.field('reason')}
          />
        </div>
        <FormActions
          action="Ban User"
          busyAction="Banning..."
          variant="danger"
          className="mt-5"
          busy={form.isBusy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
