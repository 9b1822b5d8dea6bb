// The fields that several of identity's forms have: an address, and a new password twice.
import { TextField } from '#app/ui/forms/field.tsx'
import { PASSWORD } from '#shared/limits.ts'
import { PasswordField } from './password-field.tsx'

type EmailProps = {
  error?: string | undefined
  /** Shown while nothing is wrong. */
  hint?: string
  /** What it begins with. */
  defaultValue?: string
}

export function EmailField({ error, hint, defaultValue }: EmailProps) {
  return (
    <TextField
      label="E-mail"
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      required
      defaultValue={defaultValue}
      hint={error ? undefined : hint}
      error={error}
    />
  )
}

type NewPasswordProps = {
  /** What the two are called. */
  labels: readonly [password: string, confirmation: string]
  errors: { password?: string | undefined; confirmation?: string | undefined }
}

export function NewPasswordFields({ labels, errors }: NewPasswordProps) {
  const hint = `At least ${PASSWORD.minCodePoints} characters. A few words are best.`
  return (
    <>
      <PasswordField
        label={labels[0]}
        name="password"
        autoComplete="new-password"
        required
        hint={errors.password ? undefined : hint}
        error={errors.password}
      />
      <PasswordField
        label={labels[1]}
        name="confirmation"
        autoComplete="new-password"
        required
        error={errors.confirmation}
      />
    </>
  )
}
