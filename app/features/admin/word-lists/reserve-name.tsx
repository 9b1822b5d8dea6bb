// Reserves a name: no member takes it afterwards.
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { RESERVED_NAME } from '#shared/limits.ts'
import { reservedNameSchema } from '#shared/schemas/moderation.ts'
import { reserveName } from './queries.ts'

export function ReserveName({
  onClose,
  onReserved,
}: {
  onClose: () => void
  onReserved: () => Promise<void>
}) {
  const form = useSiteForm({
    schema: reservedNameSchema,
    start: { name: '', isPart: false },
    send: async ({ name, isPart }) => {
      await reserveName(await client(), name, isPart)
      toast({ title: 'Name reserved' })
      onClose()
      await onReserved()
    },
    onRefused: (error) => {
      const refusal = refusalOf(error)
      if (refusal) return { name: refusal.message }
      toastError('reserve the name', error)
      return {}
    },
  })
  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title="Reserve a Name">
      <form {...form.props} className="space-y-4">
        <TextField
          label="Name"
          hint="Capitals, dots, spaces and letters that look alike make no difference."
          required
          maxLength={RESERVED_NAME.max}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('name')}
        />
        <Checkbox
          label="Also as one word of a longer name, such as “Official SEBI”"
          {...form.field('isPart')}
        />
        <FormActions action="Reserve Name" busy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
