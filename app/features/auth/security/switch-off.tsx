// Switches two-step sign-in off, for who can show a second factor now: a session left open is not enough.
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { TextField } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { codeSchema } from '#shared/schemas/members.ts'
import { authMessage } from '../auth-errors.ts'
import { digitsOf, showCode, showRecoveryCode } from '../identity-api.ts'

const SIX_DIGITS = /^\d{6}$/
const WRONG = 'This code is not right, or it was used already.'

type SwitchOffProps = { factorId: string; onClose: () => void; onDone: () => Promise<void> }

export function SwitchOff({ factorId, onClose, onDone }: SwitchOffProps) {
  const form = useSiteForm({
    schema: codeSchema,
    send: async ({ code }) => {
      const digits = digitsOf(code)
      const wrong = SIX_DIGITS.test(digits) ? await showCode(digits, factorId) : await showRecoveryCode(code)
      if (wrong?.code === 'mfa_verification_failed') return { code: WRONG }
      if (wrong) return { code: authMessage(wrong) }
      const supabase = await client()
      const refused = await supabase.auth.mfa.unenroll({ factorId })
      if (refused.error) return { code: authMessage(refused.error) }
      // The token in hand still says that two steps were taken.
      await supabase.auth.refreshSession()
      await onDone()
    },
    onRefused: () => ({ code: 'Not switched off. Check your connection and try again.' }),
  })
  return (
    <Dialog open onClose={form.isBusy ? () => undefined : onClose} title="Switch off two-step sign-in?">
      <form {...form.props}>
        <p className="mb-4 text-15 text-muted">
          Your password alone will sign you in, and the recovery codes stop working.
        </p>
        <TextField
          label="Code"
          hint={form.problems.code ? undefined : 'Six digits of your authenticator app, or a recovery code.'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('code')}
        />
        <FormActions
          action="Switch Off"
          busyAction="Switching off..."
          variant="danger"
          className="mt-5"
          busy={form.isBusy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
