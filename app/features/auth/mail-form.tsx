// An address and a button: asks for a mail.
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { emailSchema } from '#shared/schemas/members.ts'
import { EmailField } from './fields.tsx'

type MailFormProps = {
  label: string
  /** What the address begins with. */
  email?: string
  /** Asks for the mail. @returns what went wrong, or null */
  ask: (email: string) => Promise<string | null>
  onSent: (email: string) => void
}

export function MailForm({ label, email = '', ask, onSent }: MailFormProps) {
  const form = useSiteForm({
    schema: emailSchema,
    send: async (typed) => {
      const message = await ask(typed.email)
      if (message === null) return onSent(typed.email)
      form.setFocus('email')
      return { form: message }
    },
  })
  return (
    <form {...form.props} className="space-y-4" onFocus={() => void client().catch(() => undefined)}>
      {form.problems.form ? <Failed message={form.problems.form} /> : null}
      <EmailField field={form.field('email')} defaultValue={email} />
      <Button type="submit" className="w-full" disabled={form.isDisabled}>
        {form.isBusy ? 'Sending...' : label}
      </Button>
    </form>
  )
}
