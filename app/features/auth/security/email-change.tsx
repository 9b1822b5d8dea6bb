// A new address. Where mail can be sent it changes once the mails are answered; else the password is asked.
import { useState } from 'react'
import { refreshMember } from '#app/platform/session/refresh-member.ts'
import { client } from '#app/platform/session/session.ts'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { authMessage } from '../auth-errors.ts'
import { focusFirst, textOf } from '../form-values.ts'
import { PasswordField } from '../password-field.tsx'

type Errors = { email?: string; current?: string }

export function EmailChange({ email }: { email: string }) {
  const [errors, setErrors] = useState<Errors>({})
  const [change, isBusy] = useAsyncAction(async (form: HTMLFormElement) => {
    const wish = textOf(form, 'email').trim()
    const current = textOf(form, 'current')
    const fail = (found: Errors) => {
      setErrors(found)
      focusFirst(form, Object.keys(found))
    }
    if (wish === '') return fail({ email: 'Please enter the new address.' })
    if (current === '') return fail({ current: 'Please enter your current password.' })
    const supabase = await client()
    const { data, error } = await supabase.auth.updateUser({ email: wish, current_password: current })
    if (error) {
      const message = authMessage(error, retryText(Date.now()))
      return fail(error.code === 'invalid_credentials' ? { current: message } : { email: message })
    }
    setErrors({})
    form.reset()
    if (data.user?.new_email) {
      toast({ title: 'Check your e-mail', text: `Open the link that went to ${data.user.new_email}.` })
      return
    }
    await refreshMember()
    toast({
      title: 'E-mail address changed',
      text: `From now on you sign in with ${data.user?.email ?? wish}.`,
    })
  })
  return (
    <form
      method="post"
      noValidate
      className="max-w-md space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        void change(event.currentTarget)
      }}
    >
      <p className="text-15 text-muted [overflow-wrap:anywhere]">
        Now <strong className="font-medium text-text">{email}</strong>
      </p>
      <TextField
        label="New e-mail address"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        error={errors.email}
      />
      <PasswordField
        label="Password for the new address"
        name="current"
        autoComplete="current-password"
        required
        error={errors.current}
      />
      <Button type="submit" variant="secondary" disabled={isBusy}>
        {isBusy ? 'Changing...' : 'Change Address'}
      </Button>
    </form>
  )
}
