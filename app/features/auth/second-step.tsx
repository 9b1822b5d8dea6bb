// The second step of signing in: a code of the authenticator app, or a recovery code.
import { useState } from 'react'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { signOut } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { codeSchema } from '#shared/schemas/members.ts'
import * as t from '#words/auth-more.ts'
import { AuthCard, TEXT_LINK } from './auth-card.tsx'
import { authMessage } from './auth-errors.ts'
import { digitsOf, showCode, showRecoveryCode } from './identity-api.ts'

const WRONG_CODE = t.thisCodeIsNotRight3
const WRONG_RECOVERY = t.thisCodeIsNotOne

/** The page redirects afterwards, when it sees the session. */
export default function SecondStep() {
  const [byRecovery, setByRecovery] = useState(false)
  const form = useSiteForm({
    schema: codeSchema,
    send: async ({ code }) => {
      const refused = byRecovery ? await showRecoveryCode(code) : await showCode(digitsOf(code), null)
      if (!refused) {
        toast({ title: t.welcomeBack, text: t.youHaveBeenSignedIn })
        return
      }
      const wrong = byRecovery ? WRONG_RECOVERY : WRONG_CODE
      const isWrong = refused.code === 'mfa_verification_failed'
      return { code: isWrong ? wrong : authMessage(refused) }
    },
  })
  return (
    <AuthCard
      title={t.secondStep}
      lead={byRecovery ? t.enterOneOfYourRecovery : t.enterTheCodeThatYour}
      footer={
        <button type="button" className={`${TEXT_LINK} min-h-11`} onClick={() => void signOut()}>
          {t.cancelAndSignOut}
        </button>
      }
    >
      <form {...form.props} className="space-y-4">
        <TextField
          key={String(byRecovery)}
          label={byRecovery ? t.recoveryCode : t.sixDigits}
          {...form.field('code')}
          required
          autoComplete={byRecovery ? 'off' : 'one-time-code'}
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          hint={form.problems.code ? undefined : byRecovery ? t.eachCodeWorksOnce : t.aNewOneComesEvery}
        />
        <Button type="submit" className="w-full" disabled={form.isBusy}>
          {form.isBusy ? t.checking : t.continueLabel}
        </Button>
        <Button
          variant="quiet"
          className="w-full"
          onClick={() => {
            setByRecovery(!byRecovery)
            form.show({ code: '' })
          }}
        >
          {byRecovery ? t.theAuthenticatorAppInstead : t.aRecoveryCodeInstead}
        </Button>
      </form>
    </AuthCard>
  )
}
