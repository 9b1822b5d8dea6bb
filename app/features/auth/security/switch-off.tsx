// Switches two-step sign-in off, for who can show a second factor now: a session left open is not enough.
import { type FormEvent, useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { authMessage } from '../auth-errors.ts'
import { digitsOf, showCode, showRecoveryCode } from '../identity-api.ts'

const SIX_DIGITS = /^\d{6}$/
const WRONG = 'This code is not right, or it was used already.'

type SwitchOffProps = { factorId: string; onClose: () => void; onDone: () => Promise<void> }

export function SwitchOff({ factorId, onClose, onDone }: SwitchOffProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [switchOff, isBusy] = useAsyncAction(async () => {
    const digits = digitsOf(code)
    if (digits === '') return setError('Please enter a code.')
    try {
      const wrong = SIX_DIGITS.test(digits)
        ? await showCode(digits, factorId)
        : await showRecoveryCode(code.trim())
      if (wrong)
        return setError(
          wrong.code === 'mfa_verification_failed' ? WRONG : authMessage(wrong, retryText(Date.now())),
        )
      const supabase = await client()
      const refused = await supabase.auth.mfa.unenroll({ factorId })
      if (refused.error) return setError(authMessage(refused.error, retryText(Date.now())))
      // The token in hand still says that two steps were taken.
      await supabase.auth.refreshSession()
      await onDone()
    } catch (failure) {
      console.warn('two-step sign-in was not switched off', failure)
      setError('Not switched off. Check your connection and try again.')
    }
  })
  return (
    <Dialog open onClose={isBusy ? () => undefined : onClose} title="Switch off two-step sign-in?">
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void switchOff()
        }}
      >
        <p className="mb-4 text-15 text-muted">
          Your password alone will sign you in, and the recovery codes stop working.
        </p>
        <TextField
          label="Code"
          hint={error ? undefined : 'Six digits of your authenticator app, or a recovery code.'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          error={error}
          onChange={(event) => {
            setCode(event.target.value)
            setError(undefined)
          }}
        />
        <div className="mt-5 flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={isBusy}>
            {isBusy ? 'Switching off...' : 'Switch Off'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
