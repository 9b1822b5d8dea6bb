// Valid e-mail addresses: ASCII as HTML's input type accepts it, lower case, one spelling per mailbox. Look-alike
// letters of other alphabets are refused rather than folded, because they could impersonate another address.
import { z } from 'zod'
import { AuthError } from '../errors.ts'

const MAX_LENGTH = 255

/**
 * Normalises `email` for storage and lookup.
 * @throws AuthError 400 validation_failed when it is not an address
 */
export function normalEmail(email: string): string {
  if (email.length > MAX_LENGTH) throw new AuthError(400, 'validation_failed', 'An email address is too long')
  if (!z.regexes.html5Email.test(email)) {
    const message = 'Unable to validate email address: invalid format'
    throw new AuthError(400, 'validation_failed', message)
  }
  return foldCase(email)
}

/** Lower-cases A to Z only: in Unicode, K (the Kelvin sign) would become k and match another account. */
export function foldCase(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
