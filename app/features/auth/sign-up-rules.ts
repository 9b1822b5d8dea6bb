// What sign-up checks before it asks the server: SPEC.md section 5's three messages, in its order, and what is
// required. The server checks all of it again.
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { PASSWORD, USERNAME } from '#shared/limits.ts'

export type SignUpValues = {
  username: string
  email: string
  password: string
  confirmation: string
  agreed: boolean
}

export type SignUpField = keyof SignUpValues
export type SignUpErrors = Partial<Record<SignUpField, string>>

export type Refusal = {
  /** The first of SPEC.md's three that holds; null when only something required is missing. */
  toast: { title: string; text: string } | null
  /** What to say at each field. */
  errors: SignUpErrors
}

const TERMS = {
  title: 'Terms Agreement Required',
  text: 'Please agree to the terms and conditions to continue.',
}
/** Two passwords that differ. */
export const MISMATCH = { title: 'Password Mismatch', text: 'Passwords do not match. Please try again.' }
const TOO_SHORT = {
  title: 'Password Too Short',
  text: `Password must be at least ${PASSWORD.minCodePoints} characters long.`,
}

/** The fields from top to bottom: the first with an error gets the focus. */
export const FIELD_ORDER: readonly SignUpField[] = ['username', 'email', 'password', 'confirmation', 'agreed']

/** @returns why `values` cannot be sent, or null when they can */
export function refuseSignUp(values: SignUpValues): Refusal | null {
  const { password, confirmation, agreed } = values
  // A password that is missing is 'required', not 'too short': that is the next thing to say, not the same.
  const isShort = isTooShort(password)
  const isMismatch = password !== confirmation
  const toast = !agreed ? TERMS : isMismatch ? MISMATCH : isShort ? TOO_SHORT : null
  const errors = compact({
    username: usernameError(values.username),
    email: emailError(values.email),
    password: passwordError(password),
    confirmation: isMismatch ? MISMATCH.text : undefined,
    agreed: agreed ? undefined : TERMS.text,
  })
  return toast || Object.keys(errors).length > 0 ? { toast, errors } : null
}

/** Why `username` cannot be one; undefined when it can, as far as the form knows. */
export function usernameError(username: string): string | undefined {
  if (username === '') return 'Please choose a username.'
  if (USERNAME.pattern.test(username)) return undefined
  // Whoever writes another script has used letters: 'letters' alone would tell them nothing.
  if (/[^\x20-\x7e]/.test(username))
    return 'Please use the letters a to z: your username is part of an address.'
  return CONSTRAINT_MESSAGES.profiles_username_format
}

/** Only what certainly is no address: the server, and the mail, know the rest. */
export function emailError(email: string): string | undefined {
  if (email === '') return 'Please enter your e-mail address.'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : 'That does not look like an e-mail address.'
}

/** Why `password` cannot be one; undefined when it can, as far as the form knows. */
export function passwordError(password: string): string | undefined {
  if (password === '') return 'Please choose a password.'
  if (isTooShort(password)) return TOO_SHORT.text
  if (new TextEncoder().encode(password).length > PASSWORD.maxBytes)
    return `Password must be at most ${PASSWORD.maxBytes} bytes long.`
  return undefined
}

function isTooShort(password: string): boolean {
  return password !== '' && [...password].length < PASSWORD.minCodePoints
}

function compact(errors: { [Field in SignUpField]: string | undefined }): SignUpErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined))
}
