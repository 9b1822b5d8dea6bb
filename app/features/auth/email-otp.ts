// What the screens ask identity to mail, and what they show it of a mail. Each gives the message for a person when
// it was refused, or null.
import type { AuthError } from '@supabase/supabase-js'
import { type Client, client } from '#app/platform/session/session.ts'
import { authMessage, lostConnection } from './auth-errors.ts'
import { authPath } from './next-path.ts'

/** What a code is for; the contract's names. */
export type CodeType = 'signup' | 'recovery' | 'email'

/** Mails a link to choose a new password. */
export function mailRecovery(email: string): Promise<string | null> {
  return attempt(({ auth }) => auth.resetPasswordForEmail(email, { redirectTo: here('/reset-password') }))
}

/** Mails a link to sign in with. @param next where the visitor goes afterwards, within the site */
export function mailSignIn(email: string, next: string): Promise<string | null> {
  return attempt(({ auth }) =>
    auth.signInWithOtp({ email, options: { emailRedirectTo: landing(next), shouldCreateUser: false } }),
  )
}

/** Mails the confirmation of a sign-up once more. */
export function mailConfirmation(email: string, next: string): Promise<string | null> {
  return attempt(({ auth }) =>
    auth.resend({ type: 'signup', email, options: { emailRedirectTo: landing(next) } }),
  )
}

/** Signs in with a mailed code. */
export function showCode(email: string, token: string, type: CodeType): Promise<string | null> {
  return attempt(({ auth }) => auth.verifyOtp({ email, token, type }))
}

/** Sets the signed-in member's password. */
export function choosePassword(password: string): Promise<string | null> {
  return attempt(({ auth }) => auth.updateUser({ password }))
}

/** The page that a mailed link leads to, which leads on to `next`. */
export function landing(next: string): string {
  return here(authPath('/confirmed', next))
}

function here(path: string): string {
  return new URL(path, window.location.origin).href
}

async function attempt(
  ask: (opened: Client) => Promise<{ error: AuthError | null }>,
): Promise<string | null> {
  try {
    const { error } = await ask(await client())
    return error ? authMessage(error) : null
  } catch (error) {
    // The client itself did not arrive.
    return authMessage(lostConnection(error))
  }
}
