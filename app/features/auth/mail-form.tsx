// An address and a button: asks for a mail.
import { useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { EmailField } from './fields.tsx'
import { focusFirst, textOf } from './form-values.ts'
import { emailError } from './sign-up-rules.ts'

type MailFormProps = {
  label: string
  /** What the address begins with. */
  email?: string
  /** Asks for the mail. @returns what went wrong, or null */
  ask: (email: string) => Promise<string | null>
  onSent: (email: string) => void
}

export function MailForm({ label, email = '', ask, onSent }: MailFormProps) {
  const [errors, setErrors] = useState<{ email?: string; form?: string }>({})
  const isHydrated = useHydrated()
  const [send, isBusy] = useAsyncAction(async (form: HTMLFormElement) => {
    const typed = textOf(form, 'email').trim()
    const wrong = emailError(typed)
    const message = wrong ? null : await ask(typed)
    setErrors({ ...(wrong ? { email: wrong } : {}), ...(message ? { form: message } : {}) })
    if (wrong || message) focusFirst(form, ['email'])
    else onSent(typed)
  })
  return (
    <form
      method="post"
      noValidate
      className="space-y-4"
      onFocus={() => void client().catch(() => undefined)}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      {errors.form ? <Failed message={errors.form} /> : null}
      <EmailField defaultValue={email} error={errors.email} />
      <Button type="submit" className="w-full" disabled={!isHydrated || isBusy}>
        {isBusy ? 'Sending...' : label}
      </Button>
    </form>
  )
}
