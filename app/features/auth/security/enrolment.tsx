// Adding an authenticator app: scan or type the key, then show the first code.
import { useState } from 'react'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { authMessage } from '../auth-errors.ts'
import { focusFirst, textOf } from '../form-values.ts'
import { digitsOf, showCode } from '../identity-api.ts'

export type Started = { factorId: string; qrCode: string; secret: string }
type EnrolmentProps = { started: Started; onCancel: () => void; onDone: () => Promise<void> }

export function Enrolment({ started, onCancel, onDone }: EnrolmentProps) {
  const [error, setError] = useState<string | undefined>()
  const [confirm, isBusy] = useAsyncAction(async (form: HTMLFormElement) => {
    const refused = await showCode(digitsOf(textOf(form, 'code')), started.factorId)
    if (!refused) return onDone()
    const isWrong = refused.code === 'mfa_verification_failed'
    const wrong = 'This code is not right. Is the clock of your phone set automatically?'
    setError(isWrong ? wrong : authMessage(refused, retryText(Date.now())))
    focusFirst(form, ['code'])
  })
  return (
    <form
      method="post"
      noValidate
      className="max-w-md space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm(event.currentTarget)
      }}
    >
      <p className="text-15">Scan this with an authenticator app, then enter the code that it shows.</p>
      <img
        src={started.qrCode}
        alt="QR code of the key below"
        width={192}
        height={192}
        className="rounded-control border border-line bg-white"
      />
      <p className="text-14 text-muted">
        No camera? Type this key into the app:
        <code className="mt-1 block font-mono text-15 text-text [overflow-wrap:anywhere]">
          {started.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <TextField
        label="Six digits"
        name="code"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        error={error}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Checking...' : 'Switch On'}
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
