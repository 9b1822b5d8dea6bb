// What the screens ask identity to mail, what they show it of a mail, and what a mailed link said when it led here. Each
// request gives the message for a person when it was refused, or null.
import type { AuthError } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
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

export type LinkAnswer = {
  /** The link was refused: over, used, or of a banned account. */
  error: string | null
  /** A step was taken, and another one is left. */
  message: string | null
  /** A code came with it, which the client exchanges for a session. */
  hasCode: boolean
}

/** Reads it once, before the client tidies the address up. Null on the server and in the first render. */
export function useLinkAnswer(): LinkAnswer | null {
  const [answer, setAnswer] = useState<LinkAnswer | null>(null)
  useEffect(() => {
    setAnswer((known) => known ?? linkAnswer(window.location.search, window.location.hash))
  }, [])
  return answer
}

/** @param search, hash as the browser's location has them */
export function linkAnswer(search: string, hash: string): LinkAnswer {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const of = (name: string) => query.get(name) ?? fragment.get(name)
  return { error: of('error_code'), message: of('message'), hasCode: query.has('code') }
}
