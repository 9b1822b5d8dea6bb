// The form of a new password, with confirmation, for a signed-in member. Loaded when a link has signed somebody in.
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { newPasswordSchema } from '#shared/schemas/members.ts'
import * as t from '#words/auth-more.ts'
import { authMessage } from './auth-errors.ts'
import { choosePassword } from './email-links.ts'
import { NewPasswordFields } from './fields.tsx'
import { AsksForProof, useWithProof } from './recent-proof.tsx'

export default function NewPassword({ email, onDone }: { email: string; onDone: () => void }) {
  return (
    <AsksForProof email={email}>
      <NewPasswordForm onDone={onDone} />
    </AsksForProof>
  )
}

function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const withProof = useWithProof()
  const form = useSiteForm({
    schema: newPasswordSchema,
    send: async ({ password }) => {
      const { error } = await withProof(() => choosePassword(password))
      if (error === null) return onDone()
      const message = authMessage(error)
      form.setFocus('password')
      return { form: message }
    },
  })
  return (
    <form {...form.props} className="space-y-4">
      {form.problems.form ? <Failed message={form.problems.form} /> : null}
      <NewPasswordFields labels={[t.newPassword, t.confirmNewPassword]} field={form.field} />
      <Button type="submit" className="w-full" disabled={form.isDisabled}>
        {form.isBusy ? t.saving : t.saveNewPassword}
      </Button>
    </form>
  )
}
