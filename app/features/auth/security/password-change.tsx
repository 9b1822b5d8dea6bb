// A new password, with the one of today.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { PASSWORD } from '#shared/limits.ts'
import { authMessage } from '../auth-errors.ts'
import { focusFirst, textOf } from '../form-values.ts'
import { PasswordField } from '../password-field.tsx'
import { authQueries } from '../query-options.ts'

type Errors = { current?: string; password?: string }

export function PasswordChange() {
  const queries = useQueryClient()
  const [errors, setErrors] = useState<Errors>({})
  const [change, isBusy] = useAsyncAction(async (form: HTMLFormElement) => {
    const current = textOf(form, 'current')
    const password = textOf(form, 'password')
    const fail = (found: Errors) => {
      setErrors(found)
      focusFirst(form, Object.keys(found))
    }
    if (current === '') return fail({ current: 'Please enter your current password.' })
    if ([...password].length < PASSWORD.minCodePoints) {
      return fail({ password: `At least ${PASSWORD.minCodePoints} characters.` })
    }
    const supabase = await client()
    const { error } = await supabase.auth.updateUser({ password, current_password: current })
    if (error) {
      const message = authMessage(error, retryText(Date.now()))
      return fail(error.code === 'invalid_credentials' ? { current: message } : { password: message })
    }
    setErrors({})
    form.reset()
    void queries.invalidateQueries(authQueries.sessions)
    toast({ title: 'Password changed', text: 'Your other devices have been signed out.' })
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
      <PasswordField
        label="Current password"
        name="current"
        autoComplete="current-password"
        required
        error={errors.current}
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        error={errors.password}
      />
      <Button type="submit" variant="secondary" disabled={isBusy}>
        {isBusy ? 'Changing...' : 'Change Password'}
      </Button>
    </form>
  )
}
