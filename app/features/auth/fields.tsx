// Shared fields of the auth forms: e-mail address, password, and new password with confirmation.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from '#app/ui/forms/field.tsx'
import { PASSWORD } from '#shared/password.ts'
import * as t from '#words/auth-more.ts'

/** What a form passes to a field: name, events, error. */
type Wiring = Partial<ComponentProps<typeof TextField>>

type EmailProps = {
  field: Wiring
  /** Shown while there is no error. */
  hint?: string
  /** The initial value. */
  defaultValue?: string
}

export function EmailField({ field, hint, defaultValue }: EmailProps) {
  return (
    <TextField
      {...field}
      label={t.eMail}
      type="email"
      autoComplete="username"
      inputMode="email"
      required
      defaultValue={defaultValue}
      hint={field.error ? undefined : hint}
    />
  )
}

type NewPasswordProps = {
  /** The labels of both fields. */
  labels: readonly [password: string, confirmation: string]
  field: (name: 'password' | 'confirmation') => Wiring
}

export function NewPasswordFields({ labels, field }: NewPasswordProps) {
  const password = field('password')
  const hint = t.atLeastCharactersAFew(PASSWORD.minCodePoints)
  return (
    <>
      <PasswordField
        {...password}
        label={labels[0]}
        autoComplete="new-password"
        required
        hint={password.error ? undefined : hint}
      />
      <PasswordField {...field('confirmation')} label={labels[1]} autoComplete="new-password" required />
    </>
  )
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>

/** A password field with a button that shows its text. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      // While the password is visible, spelling services must not correct or receive it.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className="needs-script inline-flex size-11 items-center justify-center rounded-control text-muted hover:text-text"
          aria-label={(shown ? t.hideIt : t.showIt)(props.label.toLowerCase())}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} aria-hidden />
        </button>
      }
    />
  )
}
