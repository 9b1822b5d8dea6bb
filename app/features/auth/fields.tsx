// The fields that several of identity's forms have: an address, and a new password twice.
import type { ComponentProps } from 'react'
import { TextField } from '#app/ui/forms/field.tsx'
import { PASSWORD } from '#shared/limits.ts'
import { PasswordField } from './password-field.tsx'

/** What a form gives a field: its name, its events, its error. */
type Wiring = Partial<ComponentProps<typeof TextField>>

type EmailProps = {
  field: Wiring
  /** Shown while nothing is wrong. */
  hint?: string
  /** What it begins with. */
  defaultValue?: string
}

export function EmailField({ field, hint, defaultValue }: EmailProps) {
  return (
    <TextField
      {...field}
      label="E-mail"
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
  /** What the two are called. */
  labels: readonly [password: string, confirmation: string]
  field: (name: 'password' | 'confirmation') => Wiring
}

export function NewPasswordFields({ labels, field }: NewPasswordProps) {
  const password = field('password')
  const hint = `At least ${PASSWORD.minCodePoints} characters. A few words are best.`
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
