// The second step of signing in, and the API's endpoints beyond the official client: the list of sessions.
import type { Factor } from '@supabase/supabase-js'
import { client } from '#app/platform/session/session.ts'
import { memberFetch } from '#app/platform/supabase/member-fetch.ts'
import * as t from '#words/auth-more.ts'
import { lostConnection, type Refused } from './auth-errors.ts'

type Asked<T> = { data: T; error: null } | { data: null; error: Refused }

/** A request to /auth/v1 as the member. An empty response is null. */
export async function fetchIdentity<T>(
  path: string,
  method: 'GET' | 'POST' | 'DELETE',
  body?: object,
): Promise<Asked<T>> {
  try {
    const response = await memberFetch(`/auth/v1/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer: unknown = response.status === 204 ? null : await response.json()
    if (response.ok) return { data: answer as T, error: null }
    const { msg = '', error_code: code } = answer as { msg?: string; error_code?: string }
    return { data: null, error: { name: 'AuthApiError', message: msg, code, status: response.status } }
  } catch (error) {
    return { data: null, error: lostConnection(error) }
  }
}

/** Verifies a recovery code instead of the authenticator's. @returns an error message, or null */
export async function showRecoveryCode(code: string): Promise<Refused | null> {
  const supabase = await client()
  return (await supabase.auth.mfa.recoveryCodes.verify({ code })).error
}

/** Verifies the authenticator's code. @returns an error message, or null */
export async function showCode(code: string, factorId: string | null): Promise<Refused | null> {
  const supabase = await client()
  const { data } = await supabase.auth.getSession()
  const factors = data.session?.user.factors ?? []
  const isAuthenticator = (one: Factor) => one.status === 'verified' && one.factor_type === 'totp'
  const id = factorId ?? factors.find(isAuthenticator)?.id
  if (!id) return { name: 'AuthApiError', message: t.signInAgain, code: undefined, status: 0 }
  return (await supabase.auth.mfa.challengeAndVerify({ factorId: id, code })).error
}

/** The six digits of typed text, which may have spaces. */
export function digitsOf(typed: string): string {
  return typed.replace(/\s/g, '')
}
