// Maps errors of the auth API to messages, at their field or above the form.
import type { AuthError } from '@supabase/supabase-js'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import type { SignUpValues } from '#shared/schemas/members.ts'

const UNREACHABLE =
  'The server could not be reached. Check your connection and try again; what you typed is still here.'
const OURS = 'The fault is on our side. Try again in a moment; what you typed is still here.'

/** The parts of the client's error that are used; a weak password has reasons. */
export type Refused = Pick<AuthError, 'message' | 'code' | 'status' | 'name'> & {
  reasons?: readonly string[]
}

/** The message of an error. @param when 'in 45 seconds': when a rate-limited visitor may retry */
export function authMessage(error: Refused, when = retryText(Date.now())): string {
  if (error.status === 429) return `Too many attempts. Please try again ${when}.`
  if (error.name === 'AuthRetryableFetchError') return error.status ? OURS : UNREACHABLE
  if (error.code === 'signup_disabled') return 'New accounts cannot be made at the moment.'
  if (error.code === 'user_banned') return 'This account is suspended.'
  if (error.code === 'reauthentication_needed')
    return 'Nothing was changed: this needs a proof that it is you.'
  if (error.code === 'invalid_credentials') return 'E-mail or password is wrong.'
  return error.message
}

/** Shows a toast for a failed change of one's own account. */
export function toastRefusal(error: Refused): void {
  toastFailure('That did not work', authMessage(error))
}

/** The error for a client or response that did not load, in the form of the client's own errors. */
export function lostConnection(thrown: unknown): Refused {
  return { name: 'AuthRetryableFetchError', message: String(thrown), code: undefined, status: 0 }
}

/** The sign-up field that an error belongs to; null for none. */
export function signUpField(error: Refused): keyof SignUpValues | null {
  if (error.code === 'weak_password') return 'password'
  if (error.code && EMAIL_CODES.has(error.code)) return 'email'
  if (USERNAME_CONSTRAINTS.some((name) => error.message.includes(CONSTRAINT_MESSAGES[name] ?? name)))
    return 'username'
  if (error.code !== 'validation_failed') return null
  return /password/i.test(error.message) ? 'password' : /e-?mail/i.test(error.message) ? 'email' : null
}

/** The API returns the message of a violated rule of the forum, not the constraint's name. */
const USERNAME_CONSTRAINTS = ['profiles_username_format', 'profiles_username_key']

const EMAIL_CODES = new Set([
  'user_already_exists',
  'email_exists',
  'email_address_invalid',
  'email_address_not_authorized',
])

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['bad_oauth_state', 'This sign-in was left too long, or begun in another browser. Please try again.'],
  ['bad_oauth_callback', 'The other site did not let you through. Please try again, or sign in here.'],
  ['email_exists', 'Your address has an account here already. Please sign in to it with its password.'],
  ['provider_email_needs_verification', 'Please verify your e-mail address at the other site first.'],
  ['identity_already_exists', 'That account is connected already, here or to another member.'],
  ['user_banned', 'This account is banned.'],
])

/**
 * The reason why signing in with Google or GitHub failed, or null if the address has no error. Anybody may have written
 * the address: its code selects one of our messages, and nothing else of it is shown.
 */
export function providerRefusal(search: string): string | null {
  const code = new URLSearchParams(search).get('error_code')
  if (code === null) return null
  return SENTENCES.get(code) ?? 'Signing in did not work. Please try again.'
}
