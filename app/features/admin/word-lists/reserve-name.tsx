// Reserves a name: no member takes it afterwards.
import { useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { RESERVED_NAME } from '#shared/limits.ts'
import { reserveName } from './queries.ts'

export function ReserveName({
  onClose,
  onReserved,
}: {
  onClose: () => void
  onReserved: () => Promise<void>
}) {
  const [name, setName] = useState('')
  const [isPart, setIsPart] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [reserve, busy] = useAsyncAction(async () => {
    const wanted = name.trim()
    if ([...wanted].length < RESERVED_NAME.min)
      return setProblem(CONSTRAINT_MESSAGES.reserved_names_name_length)
    try {
      await reserveName(await client(), wanted, isPart)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) setProblem(refusal.message)
      else toastError('reserve the name', error)
      return
    }
    toast({ title: 'Name reserved' })
    onClose()
    await onReserved()
  })
  return (
    <Dialog open onClose={onClose} busy={busy} title="Reserve a Name">
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void reserve()
        }}
      >
        <TextField
          label="Name"
          hint="Capitals, dots, spaces and letters that look alike make no difference."
          required
          maxLength={RESERVED_NAME.max}
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
          }}
        />
        <Checkbox
          label="Also as one word of a longer name, such as “Official SEBI”"
          checked={isPart}
          onChange={(event) => setIsPart(event.target.checked)}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" disabled={busy}>
            {busy ? 'Saving...' : 'Reserve Name'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
