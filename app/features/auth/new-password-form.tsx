// A new password, twice, for whoever is signed in: by a link of a mail, or anyway.
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { newPasswordSchema } from '#shared/schemas/members.ts'
import { choosePassword } from './email-otp.ts'
import { NewPasswordFields } from './fields.tsx'

export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const form = useSiteForm({
    schema: newPasswordSchema,
    send: async ({ password }) => {
      const message = await choosePassword(password)
      if (message === null) return onDone()
      form.setFocus('password')
      return { form: message }
    },
  })
  return (
    <form {...form.props} className="space-y-4">
      {form.problems.form ? <Failed message={form.problems.form} /> : null}
      <NewPasswordFields labels={['New password', 'Confirm new password']} field={form.field} />
      <Button type="submit" className="w-full" disabled={form.isDisabled}>
        {form.isBusy ? 'Saving...' : 'Save new password'}
      </Button>
    </form>
  )
}
