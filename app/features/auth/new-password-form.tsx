// A new password, twice, for whoever is signed in: by a link of a mail, or anyway.
import { useState } from 'react'
import { Failed } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { choosePassword } from './email-otp.ts'
import { NewPasswordFields } from './fields.tsx'
import { focusFirst, textOf } from './form-values.ts'
import { MISMATCH, passwordError } from './sign-up-rules.ts'

type Errors = { password?: string; confirmation?: string; form?: string }

export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const [errors, setErrors] = useState<Errors>({})
  const isHydrated = useHydrated()
  const [save, isBusy] = useAsyncAction(async (form: HTMLFormElement) => {
    const password = textOf(form, 'password')
    const wrong = passwordError(password)
    const mismatch = !wrong && password !== textOf(form, 'confirmation')
    const message = wrong || mismatch ? null : await choosePassword(password)
    setErrors({
      ...(wrong ? { password: wrong } : {}),
      ...(mismatch ? { confirmation: MISMATCH.text } : {}),
      ...(message ? { form: message } : {}),
    })
    if (wrong || message) focusFirst(form, ['password'])
    else if (mismatch) focusFirst(form, ['confirmation'])
    else onDone()
  })
  return (
    <form
      method="post"
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save(event.currentTarget)
      }}
    >
      {errors.form ? <Failed message={errors.form} /> : null}
      <NewPasswordFields labels={['New password', 'Confirm new password']} errors={errors} />
      <Button type="submit" className="w-full" disabled={!isHydrated || isBusy}>
        {isBusy ? 'Saving...' : 'Save new password'}
      </Button>
    </form>
  )
}
