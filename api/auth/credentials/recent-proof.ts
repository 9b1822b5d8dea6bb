// Recent proof: what a change of a way into an account needs beside an access token, which may be stolen. A session has
// it for ten minutes after its sign-in or its second factor; POST /reauthenticate renews it with the password or a mailed
// code. Without it the answer is `reauthentication_needed`.
import { z } from 'zod'
import { asAuth } from '../../database/scope.ts'
import { NO_PROOF_OF_WORK } from '../../limits/proof-of-work.ts'
import { AuthError, invalid } from '../errors.ts'
import { optionalText, readBody } from '../read-body.ts'
import {
  type AuthContext,
  assertWithinLimit,
  deviceOf,
  requireSecondStep,
  requireSession,
  requireUser,
  type SignedIn,
} from '../services.ts'
import type { Method } from '../sessions.ts'
import { confirmMailedToken } from '../signin/confirm.ts'
import type { UserRow } from '../users.ts'
import { provenBySession, type RecentProof } from './proof.ts'

const RECENT_MINUTES = 10
const FACTOR_METHODS: readonly Method[] = ['totp', 'mfa/recovery_code']
/** An anonymous sign-in proves nothing about anybody. */
const PROVES_NOTHING: readonly Method[] = ['anonymous']

type Given = { password?: string | null; nonce?: string | null }

/** @throws AuthError 403 `reauthentication_needed` unless the session's sign-in or second factor is recent */
export async function requireRecentProof(context: AuthContext, signedIn: SignedIn): Promise<RecentProof> {
  if (await hasRecentProof(context, signedIn)) return provenBySession(signedIn)
  throw new AuthError(403, 'reauthentication_needed', 'This change requires a recent sign-in')
}

/**
 * The same for a removal of a second factor: an unattended browser with the password must not suffice.
 * @throws AuthError 422 unless the session has verified a second factor within the last 10 minutes
 */
export async function requireRecentFactor(context: AuthContext, signedIn: SignedIn): Promise<RecentProof> {
  if (await hasRecentProof(context, signedIn, FACTOR_METHODS)) return provenBySession(signedIn)
  throw new AuthError(422, 'reauthentication_needed', 'Verify a second factor again to unenroll this one')
}

/**
 * The same for a change that can bring its proof along: the current password or a mailed code.
 * @throws AuthError 400 `reauthentication_needed`, GoTrue's answer, without any of them
 */
export async function requireProof(
  context: AuthContext,
  signedIn: SignedIn,
  { password, nonce }: Given,
): Promise<RecentProof> {
  if (password) await requireCurrentPassword(context, signedIn, password)
  else if (!(await hasRecentProof(context, signedIn))) {
    if (nonce) await requireNonce(context, signedIn.user, nonce)
    else throw new AuthError(400, 'reauthentication_needed', 'This change requires the current password')
  }
  return provenBySession(signedIn)
}

/** The current password is the only proof where nobody has ever proved the address. */
export async function requirePassword(
  context: AuthContext,
  signedIn: SignedIn,
  password: string | null | undefined,
): Promise<RecentProof> {
  await requireCurrentPassword(context, signedIn, password ?? null)
  return provenBySession(signedIn)
}

async function hasRecentProof(
  context: AuthContext,
  { session }: SignedIn,
  methods: readonly Method[] | null = null,
): Promise<boolean> {
  if (!session) return false
  const rows = await asAuth(
    context.var.services.db,
    (sql) => sql`
      select from auth.mfa_amr_claims
      where session_id = ${session.id} and updated_at > now() - make_interval(mins => ${RECENT_MINUTES})
        and (${methods === null} or authentication_method = any(${(methods ?? []) as string[]}))
        and authentication_method <> all(${PROVES_NOTHING as string[]})
      limit 1`,
  )
  return rows.length > 0
}

const PROOF = z.object({ password: optionalText, nonce: optionalText })

/** POST /reauthenticate: 200 with {}; the session has a recent proof again. */
export async function prove(context: AuthContext): Promise<Response> {
  const signedIn = await requireUser(context)
  const { id } = requireSession(signedIn)
  const { password, nonce } = await readBody(context.req.raw, PROOF)
  requireSecondStep(signedIn, 'AAL2 required to reauthenticate')
  if (Boolean(password) === Boolean(nonce)) throw invalid('Either a password or a nonce is required')
  const method: Method = password ? 'password' : 'otp'
  if (password) await requireCurrentPassword(context, signedIn, password)
  else await requireNonce(context, signedIn.user, nonce ?? '')
  await asAuth(
    context.var.services.db,
    (sql) => sql`
      insert into auth.mfa_amr_claims (session_id, authentication_method)
      select id, ${method} from auth.sessions where id = ${id}
      on conflict on constraint mfa_amr_claims_session_id_authentication_method_pkey do update set updated_at = now()`,
  )
  return context.json({})
}

/** Consumes a code of GET /reauthenticate. @throws AuthError 422 when it is wrong or used */
export async function requireNonce(context: AuthContext, user: UserRow, nonce: string): Promise<void> {
  const { db, mailSecrets } = context.var.services
  // Commits separately: a wrong code counts as an attempt, a right one is consumed and has proved the mailbox.
  const right = await asAuth(db, async (sql) => {
    const guess = { userId: user.id, code: nonce, types: ['reauthentication_token' as const] }
    const proof = await mailSecrets.takeByCode(sql, guess)
    return proof !== null && (await confirmMailedToken(sql, proof)) !== null
  })
  if (!right) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

/** @throws AuthError 400 when it is missing or wrong, 429 after too many guesses */
export async function requireCurrentPassword(
  context: AuthContext,
  { user }: SignedIn,
  current: string | null,
): Promise<void> {
  const { limits, passwords } = context.var.services
  if (!current) {
    throw new AuthError(400, 'reauthentication_needed', 'This change requires the current password')
  }
  // Guesses here count like guesses at sign-in.
  const { address } = deviceOf(context)
  const attempt = await limits.signIn({
    address,
    email: user.email ?? user.id,
    proof: NO_PROOF_OF_WORK,
    known: () => Promise.resolve(true),
  })
  assertWithinLimit(attempt.waitMs)
  if (!(await passwords.matches(current, user.encrypted_password))) {
    throw new AuthError(400, 'invalid_credentials', 'The current password is wrong')
  }
  await attempt.succeeded()
}
