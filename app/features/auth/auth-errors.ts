// Maps errors of the auth API to messages, at their field or above the form.
import type { AuthError } from '@supabase/supabase-js'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { inPageLanguage } from '#app/platform/words/refused.ts'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { constraintOf } from '#shared/constraint-messages.ts'
import type { SignUpValues } from '#shared/schemas/members.ts'
import { fieldOfConstraint } from '#shared/schemas/rules.ts'
import * as t from '#words/auth-more.ts'
import { LANGUAGE } from '#words/language.ts'

const UNREACHABLE = t.theServerCouldNotBe
const OURS = t.theFaultIsOnOur

/** The parts of the client's error that are used; a weak password has reasons. */
export type Refused = Pick<AuthError, 'message' | 'code' | 'status' | 'name'> & {
  reasons?: readonly string[]
}

/** The message of an error: the server's own where it has one for this (SPEC.md section 8). @param when 'in 45 seconds': when a rate-limited visitor may retry */
export function authMessage(error: Refused, when = retryText(Date.now())): string {
  if (error.status === 429) return t.tooManyAttemptsPleaseTry(when)
  if (error.name === 'AuthRetryableFetchError') return error.status ? OURS : UNREACHABLE
  if (error.code === 'reauthentication_needed') return t.nothingWasChangedThisNeeds
  const said = inPageLanguage(error.message)
  return said === error.message && LANGUAGE !== 'en' ? t.thatDidNotWorkTry : said
}

/** Shows a toast for a failed change of one's own account. */
export function toastRefusal(error: Refused): void {
  toastFailure(t.thatDidNotWork, authMessage(error))
}

/** The error for a client or response that did not load, in the form of the client's own errors. */
export function lostConnection(thrown: unknown): Refused {
  return { name: 'AuthRetryableFetchError', message: String(thrown), code: undefined, status: 0 }
}

/** The sign-up field that an error belongs to; null for none. */
export function signUpField(error: Refused): keyof SignUpValues | null {
  if (error.code === 'weak_password') return 'password'
  if (error.code && EMAIL_CODES.has(error.code)) return 'email'
  const field = fieldOfConstraint(constraintOf(inPageLanguage(error.message)), ['username'])
  if (field) return field
  if (error.code !== 'validation_failed') return null
  return /password/i.test(error.message) ? 'password' : /e-?mail/i.test(error.message) ? 'email' : null
}

const EMAIL_CODES = new Set([
  'user_already_exists',
  'email_exists',
  'email_address_invalid',
  'email_address_not_authorized',
])

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['bad_oauth_state', t.thisSignInWasLeft],
  ['bad_oauth_callback', t.theOtherSiteDidNot],
  ['email_exists', t.yourAddressHasAnAccount],
  ['provider_email_needs_verification', t.pleaseVerifyYourEMail],
  ['identity_already_exists', t.thatAccountIsConnectedAlready],
  ['user_banned', t.thisAccountIsBanned],
])

/**
 * The reason why signing in with Google or GitHub failed, or null if the address has no error. Anybody may have written
 * the address: its code selects one of our messages, and nothing else of it is shown.
 */
export function providerRefusal(search: string): string | null {
  const code = new URLSearchParams(search).get('error_code')
  if (code === null) return null
  return SENTENCES.get(code) ?? t.signingInDidNotWork
}
