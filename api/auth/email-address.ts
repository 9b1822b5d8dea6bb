// What an e-mail address is here: ASCII as HTML's own field accepts it, lower case, one spelling per mailbox.
// Letters that look alike in other alphabets are refused rather than folded: they could pass for somebody else.
import { z } from 'zod'
import { AuthError } from './errors.ts'

const MAX_LENGTH = 255

/**
 * The one spelling under which `email` is stored and looked up.
 * @throws AuthError 400 validation_failed when it is no address
 */
export function normalEmail(email: string): string {
  if (email.length > MAX_LENGTH) throw new AuthError(400, 'validation_failed', 'An email address is too long')
  if (!z.regexes.html5Email.test(email)) {
    const message = 'Unable to validate email address: invalid format'
    throw new AuthError(400, 'validation_failed', message)
  }
  return foldCase(email)
}

/** Lower case of A to Z alone: in Unicode, K (the Kelvin sign) would become k and find somebody else's account. */
export function foldCase(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
