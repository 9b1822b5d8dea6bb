// POST /factors/{id}/challenge and /verify: verifies a code of the second factor and raises the session to aal2.
//
// A code is accepted once: its time step is stored, and it and all earlier ones become invalid. As in GoTrue, the
// account's sessions without a second factor end, which locks out a thief who has only the password.
import { z } from 'zod'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { limitKey } from '../../limits/client-address.ts'
import { isUuid } from '../authenticate.ts'
import { changeWaysIn } from '../credentials/change.ts'
import { requireRecentProof } from '../credentials/recent-proof.ts'
import { activateFactor, deleteDrafts } from '../credentials/ways-in.ts'
import { AuthError } from '../errors.ts'
import { optionalText, readBody } from '../read-body.ts'
import {
  type AuthContext,
  assertWithinLimit,
  deviceOf,
  requireSecondStep,
  requireSession,
} from '../services.ts'
import { PERIOD_SECONDS, requireAuthenticator } from './factors.ts'

const CHALLENGE_SECONDS = 300
const CODE = /^\d{6}$/
const ANSWER = z.object({ challenge_id: optionalText, code: optionalText })

/** 200 with the id of a challenge, which the verification must name. */
export async function challengeFactor(context: AuthContext): Promise<Response> {
  const { db, limits } = context.var.services
  const { factor } = await requireAuthenticator(context)
  assertWithinLimit(await limits.challenge(factor.id))
  const { address } = deviceOf(context)
  const [challenge] = await asAuth(db, async (sql) => {
    await sql`update auth.mfa_factors set last_challenged_at = now() where id = ${factor.id}`
    await sql`
      delete from auth.mfa_challenges
      where factor_id = ${factor.id} and created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS})`
    return sql<{ id: string; expires_at: number }[]>`
      insert into auth.mfa_challenges (factor_id, ip_address) values (${factor.id}, ${address})
      returning id, floor(extract(epoch from created_at))::int + ${CHALLENGE_SECONDS}::int as expires_at`
  })
  return context.json({ id: challenge?.id, type: 'totp', expires_at: challenge?.expires_at })
}

/** 200 with the raised session. */
export async function verifyFactor(context: AuthContext): Promise<Response> {
  const { db, limits, sessions, sealer } = context.var.services
  const { signedIn, factor } = await requireAuthenticator(context)
  const session = requireSession(signedIn)
  const { challenge_id: challengeId, code } = await readBody(context.req.raw, ANSWER)
  // Enrolling a new factor must not bypass an existing one when only the password is known.
  const isNew = factor.status === 'unverified'
  if (isNew) requireSecondStep(signedIn, 'AAL2 required to enroll a new factor')
  if (!isUuid(challengeId)) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  const proof = isNew ? await requireRecentProof(context, signedIn) : null
  const attempt = await limits.secondFactor(factor.id)
  assertWithinLimit(attempt.wait)
  const { address } = deviceOf(context)
  const raised = await asAuth(db, async (sql) => {
    await takeChallenge(sql, { id: challengeId, factorId: factor.id, address })
    // Locks the row: of two requests with the same code the second finds it used.
    const [kept] = await sql<{ secret: string; last: string | null }[]>`
      select secret, last_used_step as last from auth.mfa_factors where id = ${factor.id} for update`
    const step = kept ? await stepOf(code, sealer.open(kept.secret, factor.id), kept.last) : null
    if (step === null) throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    await sql`
      update auth.mfa_factors set last_used_step = ${step}, updated_at = now() where id = ${factor.id}`
    if (proof) {
      await changeWaysIn(sql, proof, { kind: 'factor added' }, (change) => activateFactor(change, factor.id))
    }
    await deleteDrafts(sql, signedIn.user.id, {})
    const body = await sessions.raise(sql, session.id, 'totp', factor.id)
    await sql`delete from auth.sessions where user_id = ${signedIn.user.id} and aal = 'aal1'`
    return body
  })
  await attempt.succeeded()
  return context.json(raised)
}

type Shown = { id: string; factorId: string; address: string }

async function takeChallenge(sql: Sql, { id, factorId, address }: Shown): Promise<void> {
  const [challenge] = await sql<{ from: string; expired: boolean }[]>`
    update auth.mfa_challenges set verified_at = now()
    where id = ${id} and factor_id = ${factorId} and verified_at is null
    returning host(ip_address) as from, created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS}) as expired`
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (challenge.expired) {
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
    throw new AuthError(422, 'mfa_challenge_expired', message)
  }
  if (limitKey(challenge.from) !== limitKey(address)) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
}

/** The time step of the code, one step either way for clock drift; null: invalid or already used. */
async function stepOf(code: string | null, secret: string, last: string | null): Promise<number | null> {
  if (!code || !CODE.test(code)) return null
  const after = last === null ? {} : { afterTimeStep: Number(last) }
  const { verify } = await import('otplib')
  const result = await verify({ secret, token: code, epochTolerance: PERIOD_SECONDS, ...after })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
