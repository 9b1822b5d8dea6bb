// Requests for e-mails, and the results of e-mailed links. Each request returns an error message, or null.
import type { AuthError } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import { type Client, client } from '#app/platform/session/session.ts'
import { inLanguage } from '#shared/languages.ts'
import { LANGUAGE } from '#words/language.ts'
import { authMessage, lostConnection, type Refused } from './auth-errors.ts'
import { authPath } from './next-path.ts'

/** The purposes of codes, as the API names them. */
export type CodeType = 'signup' | 'recovery' | 'email'

/** E-mails a link to choose a new password. */
export function mailRecovery(email: string): Promise<string | null> {
  return attempt(({ auth }) => auth.resetPasswordForEmail(email, { redirectTo: here('/reset-password') }))
}

/** E-mails a link to sign in. @param next the path after signing in */
export function mailSignIn(email: string, next: string): Promise<string | null> {
  return attempt(({ auth }) =>
    auth.signInWithOtp({ email, options: { emailRedirectTo: landing(next), shouldCreateUser: false } }),
  )
}

/** Sends the confirmation of a sign-up again. */
export function mailConfirmation(email: string, next: string): Promise<string | null> {
  return attempt(({ auth }) =>
    auth.resend({ type: 'signup', email, options: { emailRedirectTo: signUpLanding(next) } }),
  )
}

/** Signs in with an e-mailed code. */
export function showCode(email: string, token: string, type: CodeType): Promise<string | null> {
  return attempt(({ auth }) => auth.verifyOtp({ email, token, type }))
}

/** Sets the signed-in member's password. */
export async function choosePassword(password: string): Promise<{ error: Refused | null }> {
  try {
    const { error } = await (await client()).auth.updateUser({ password })
    return { error }
  } catch (error) {
    // The client could not be loaded.
    return { error: lostConnection(error) }
  }
}

/** What the link of a sign-up opens: the site root (SPEC.md section 7), which leads on to /confirmed. */
export function signUpLanding(next: string): string {
  return here(authPath('/', next))
}

/** The page that any other e-mailed link opens, which redirects to `next`. */
function landing(next: string): string {
  return here(authPath('/confirmed', next))
}

/** The address of a page, in the language of this one: mails that lead there are in it. */
export function here(path: string): string {
  return new URL(inLanguage(LANGUAGE, path), window.location.origin).href
}

async function attempt(
  ask: (opened: Client) => Promise<{ error: AuthError | null }>,
): Promise<string | null> {
  try {
    const { error } = await ask(await client())
    return error ? authMessage(error) : null
  } catch (error) {
    // The client could not be loaded.
    return authMessage(lostConnection(error))
  }
}

export type LinkAnswer = {
  /** The link was refused: expired, used, or of a banned account. */
  error: string | null
  /** The first of two steps is done. */
  message: string | null
  /** A change of the ways to sign in was undone. */
  isUndone: boolean
  /** The link has a code that the client exchanges for a session. */
  hasCode: boolean
}

/** Reads the address once, before the client removes the parameters. Null on the server and in the first render. */
export function useLinkAnswer(): LinkAnswer | null {
  const [answer, setAnswer] = useState<LinkAnswer | null>(null)
  useEffect(() => {
    setAnswer((known) => known ?? linkAnswer(window.location.search, window.location.hash))
  }, [])
  return answer
}

/** @param search, hash as in the browser's location */
export function linkAnswer(search: string, hash: string): LinkAnswer {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const of = (name: string) => query.get(name) ?? fragment.get(name)
  return {
    error: of('error_code'),
    message: of('message'),
    isUndone: of('undone') !== null,
    hasCode: query.has('code'),
  }
}
