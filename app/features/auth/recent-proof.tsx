// Asks who the member is when the server answers `reauthentication_needed` to a change of the ways to sign in, and then
// makes the change: with the authenticator app where there is one, else with the password or a mailed code. What was typed
// on the page stays, because the dialog is above it.
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useAct } from '#app/platform/acts/act.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { FormActions, FormProblem } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { codeSchema } from '#shared/schemas/members.ts'
import * as t from '#words/auth-more.ts'
import { authMessage, type Refused } from './auth-errors.ts'
import { PasswordField } from './fields.tsx'
import { digitsOf, fetchIdentity, showCode, showRecoveryCode } from './identity-api.ts'

type Act = <Answer extends { error: Refused | null }>(act: () => Promise<Answer>) => Promise<Answer>

const WithProof = createContext<Act>((act) => act())

/** Runs an act of the auth API; if it needs a recent proof, asks for one and runs it again. */
export function useWithProof(): Act {
  return useContext(WithProof)
}

type Asked = { hasFactor: boolean; onClose: (isProven: boolean) => void }

export function AsksForProof({ email, children }: { email: string; children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const withProof: Act = useCallback(async (act) => {
    const answer = await act()
    if (answer.error?.code !== 'reauthentication_needed') return answer
    const { data } = await (await client()).auth.getSession()
    const hasFactor = data.session?.user.factors?.some(({ status }) => status === 'verified') ?? false
    const isProven = await new Promise<boolean>((resolve) => setAsked({ hasFactor, onClose: resolve }))
    setAsked(null)
    return isProven ? act() : answer
  }, [])
  return (
    <WithProof value={withProof}>
      {children}
      {asked ? <ProofDialog email={email} {...asked} /> : null}
    </WithProof>
  )
}

const WRONG: Readonly<Record<string, string>> = {
  invalid_credentials: t.thisPasswordIsNotRight,
  mfa_verification_failed: t.thisCodeIsNotRight,
  reauthentication_not_valid: t.thisCodeIsNotRight2,
}
const SIX_DIGITS = /^\d{6}$/

type Way = 'factor' | 'password' | 'mail'

/** @returns why the proof is refused, or null */
async function show(way: Way, typed: string): Promise<Refused | null> {
  const digits = digitsOf(typed)
  if (way === 'factor') return SIX_DIGITS.test(digits) ? showCode(digits, null) : showRecoveryCode(typed)
  const proof = way === 'mail' ? { nonce: digits } : { password: typed }
  return (await fetchIdentity('reauthenticate', 'POST', proof)).error
}

function ProofDialog({ email, hasFactor, onClose }: Asked & { email: string }) {
  const [way, setWay] = useState<Way>(hasFactor ? 'factor' : 'password')
  const form = useSiteForm({
    schema: codeSchema,
    send: async ({ code }) => {
      const refused = await show(way, code)
      if (refused) return { code: WRONG[refused.code ?? ''] ?? authMessage(refused) }
      onClose(true)
    },
    onRefused: () => ({ code: t.thisCouldNotBeChecked }),
  })
  const [sendCode, isSending] = useAct(async () => {
    const { error } = await (await client()).auth.reauthenticate()
    if (error) return form.showProblems({ form: authMessage(error) })
    form.show({ code: '' })
    setWay('mail')
  })
  const field = { ...form.field('code'), required: true, autoFocus: true }
  return (
    <Dialog open keepsDraft busy={form.isBusy} onClose={() => onClose(false)} title={t.pleaseConfirmThatItIs}>
      <form {...form.props}>
        <p className="mb-4 text-15 text-muted">{t.youSignedInAWhile}</p>
        {way === 'password' ? (
          <PasswordField key={way} label={t.yourPassword} {...field} autoComplete="current-password" />
        ) : (
          <TextField
            key={way}
            label={way === 'mail' ? t.codeFromTheMail : t.code}
            {...field}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            hint={
              form.problems.code
                ? undefined
                : way === 'mail'
                  ? t.itWentTo(email)
                  : t.sixDigitsOfYourAuthenticator
            }
          />
        )}
        <FormProblem message={form.problems.form} />
        {way === 'password' ? (
          <Button variant="quiet" className="mt-2" disabled={isSending} onClick={() => void sendCode()}>
            {isSending ? t.sending : t.mailMeACodeInstead}
          </Button>
        ) : null}
        <FormActions
          action={t.continueLabel}
          busyAction={t.checking}
          className="mt-5"
          busy={form.isBusy}
          onCancel={() => onClose(false)}
        />
      </form>
    </Dialog>
  )
}
