// The second step of signing in: a code of the authenticator app, or one of the recovery codes.
import { useState } from 'react'
import { signOut } from '#app/platform/session/session.ts'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { AuthCard, TEXT_LINK } from './auth-card.tsx'
import { authMessage } from './auth-errors.ts'
import { focusFirst, textOf } from './form-values.ts'
import { digitsOf, showCode, showRecoveryCode } from './identity-api.ts'

const WRONG_CODE = 'This code is not right, or it was used already. Wait for the next one.'
const WRONG_RECOVERY = 'This code is not one of yours, or it was used already.'

/** Whoever leads on afterwards is the page: it sees the session. */
export default function SecondStep() {
  const [byRecovery, setByRecovery] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const [show, isBusy] = useAsyncAction(async (form: HTMLFormElement) => {
    const typed = textOf(form, 'code').trim()
    if (typed === '') {
      setError('Please enter a code.')
      return focusFirst(form, ['code'])
    }
    const refused = byRecovery ? await showRecoveryCode(typed) : await showCode(digitsOf(typed), null)
    if (!refused) {
      toast({ title: 'Welcome back!', text: 'You have been signed in successfully.' })
      return
    }
    const wrong = byRecovery ? WRONG_RECOVERY : WRONG_CODE
    const isWrong = refused.code === 'mfa_verification_failed'
    setError(isWrong ? wrong : authMessage(refused, retryText(Date.now())))
    focusFirst(form, ['code'])
  })
  return (
    <AuthCard
      title="Second step"
      lead={
        byRecovery ? 'Enter one of your recovery codes.' : 'Enter the code that your authenticator app shows.'
      }
      footer={
        <button type="button" className={`${TEXT_LINK} min-h-11`} onClick={() => void signOut()}>
          Cancel and sign out
        </button>
      }
    >
      <form
        method="post"
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void show(event.currentTarget)
        }}
      >
        <TextField
          key={String(byRecovery)}
          label={byRecovery ? 'Recovery code' : 'Six digits'}
          name="code"
          required
          autoComplete={byRecovery ? 'off' : 'one-time-code'}
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          hint={
            error ? undefined : byRecovery ? 'Each code works once.' : 'A new one comes every 30 seconds.'
          }
          error={error}
        />
        <Button type="submit" className="w-full" disabled={isBusy}>
          {isBusy ? 'Checking...' : 'Continue'}
        </Button>
        <Button
          variant="quiet"
          className="w-full"
          onClick={() => {
            setByRecovery(!byRecovery)
            setError(undefined)
          }}
        >
          {byRecovery ? 'Use the authenticator app instead' : 'Use a recovery code instead'}
        </Button>
      </form>
    </AuthCard>
  )
}
