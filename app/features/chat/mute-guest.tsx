// Keeps the guest who wrote a message from writing for a day. The reason goes into the moderation log.
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { REASON } from '#shared/limits.ts'
import { reasonSchema } from '#shared/schemas/moderation.ts'
import { type ChatMessage, muteGuest } from './queries.ts'

export function MuteGuest({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const form = useSiteForm({
    schema: reasonSchema,
    start: { reason: '' },
    send: async ({ reason }) => {
      await muteGuest(await client(), message.id, reason)
      toast({ title: 'Guest muted', text: `${message.username} cannot write in the chat for 24 hours.` })
      onClose()
    },
    onRefused: (error) => {
      const refusal = refusalOf(error)
      if (refusal) return { reason: refusal.message }
      toastError('mute the guest', error)
      return {}
    },
  })
  return (
    <form {...form.props} className="mt-4 space-y-4 border-t border-line pt-4">
      <p className="text-15 text-muted">
        A muted guest reads the chat but cannot write in it for 24 hours, under any name. What they wrote
        stays.
      </p>
      <TextArea
        label="Reason"
        hint="For the moderation log; only administrators read it."
        rows={2}
        required
        maxLength={REASON.max}
        {...form.field('reason')}
      />
      <FormActions
        action="Mute Guest"
        busyAction="Muting..."
        variant="danger"
        busy={form.isBusy}
        onCancel={onClose}
      />
    </form>
  )
}
