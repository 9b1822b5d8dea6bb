// POST /factors, DELETE /factors/{id}: the second factor, codes of an authenticator app (TOTP, RFC 6238). A factor is
// active once its first code was verified; from then on the account's other sessions are refused until they verify
// one too (auth.enter_session).
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { changeWaysIn } from '../credentials/change.ts'
import { requireRecentFactor, requireRecentProof } from '../credentials/recent-proof.ts'
import { deleteDrafts, draftFactor, removeFactor } from '../credentials/ways-in.ts'
import { AuthError, invalid, isDatabaseError } from '../errors.ts'
import { optionalText, readBody } from '../read-body.ts'
import {
  type AuthContext,
  requireSecondStep,
  requireSession,
  requireUser,
  type SignedIn,
  uuidParam,
} from '../services.ts'
import { assertNotAnonymous } from '../signup/anonymous.ts'
import { type Factor, isRecoveryCodes } from '../users.ts'

export const PERIOD_SECONDS = 30
const MAX_FACTORS = 10
const NAME_LENGTH = 100
/** Age at which an unfinished enrolment is abandoned. */
const UNFINISHED_MINUTES = 5

const ENROLMENT = z.object({ friendly_name: optionalText, factor_type: optionalText, issuer: optionalText })

/** 200 with the factor, its secret, its otpauth: URI and a QR code (SVG). */
export async function enrolFactor(context: AuthContext): Promise<Response> {
  const signedIn = await requireUser(context)
  requireSession(signedIn)
  const { user } = signedIn
  assertNotAnonymous(user)
  const { friendly_name: name, factor_type: type, issuer } = await readBody(context.req.raw, ENROLMENT)
  refuseType(type)
  for (const one of [name, issuer]) checkFactorName(one)
  requireSecondStep(signedIn, 'AAL2 required to enroll a new factor')
  await requireRecentProof(context, signedIn)
  const id = randomUUID()
  const [{ generateSecret }, { renderSVG }] = await Promise.all([import('otplib'), import('uqr')])
  const secret = generateSecret()
  await asAuth(context.var.services.db, async (sql) => {
    await assertFactorLimit(sql, user.id)
    const sealedSecret = context.var.services.sealer.seal(secret, id)
    await draftFactor(sql, { id, userId: user.id, name, sealedSecret })
  }).catch(rethrowNameTaken(name))
  const uri = otpauth({
    issuer: issuer ?? new URL(context.var.services.siteUrl).host,
    label: user.email ?? user.id,
    secret,
  })
  return context.json({
    id,
    type: 'totp',
    ...(name ? { friendly_name: name } : {}),
    totp: { qr_code: renderSVG(uri, { ecc: 'M', border: 2 }), secret, uri },
  })
}

/** 200 with the id. Sessions raised by the factor fall back to aal1. */
export async function unenrolFactor(context: AuthContext): Promise<Response> {
  const { signedIn, factor } = await requireFactor(context)
  if (isRecoveryCodes(factor)) {
    const message =
      'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes'
    throw new AuthError(422, 'validation_failed', message)
  }
  if (factor.status === 'verified' && signedIn.session?.aal !== 'aal2') {
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  }
  const { id: userId } = signedIn.user
  if (factor.status === 'verified') {
    const proof = await requireRecentFactor(context, signedIn)
    await asAuth(context.var.services.db, (sql) =>
      changeWaysIn(sql, proof, { kind: 'factor removed' }, (change) => removeFactor(change, factor.id)),
    )
  } else {
    await asAuth(context.var.services.db, (sql) => deleteDrafts(sql, userId, { id: factor.id }))
  }
  return context.json({ id: factor.id })
}

/** @throws AuthError 422 when the member has the maximum number of factors */
export async function assertFactorLimit(sql: Sql, userId: string): Promise<void> {
  await deleteDrafts(sql, userId, { minutes: UNFINISHED_MINUTES })
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select count(*)::int as count from auth.mfa_factors where user_id = ${userId}`
  if (count < MAX_FACTORS) return
  const message = 'Maximum number of verified factors reached, unenroll to continue'
  throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
}

/** @throws AuthError 400 when `name` is too long for a factor's */
export function checkFactorName(name: string | null): void {
  if ((name?.length ?? 0) <= NAME_LENGTH) return
  throw invalid(`Names of factors have at most ${NAME_LENGTH} characters`)
}

export function rethrowNameTaken(name: string | null): (error: unknown) => never {
  return (error) => {
    if (!isDatabaseError(error) || error.constraint_name !== 'mfa_factors_user_friendly_name_unique')
      throw error
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', message)
  }
}

/** The authenticator factor that the path names. @throws AuthError 400 for recovery codes */
export async function requireAuthenticator(
  context: AuthContext,
): Promise<{ signedIn: SignedIn; factor: Factor }> {
  const found = await requireFactor(context)
  if (isRecoveryCodes(found.factor)) refuseType(found.factor.factor_type)
  return found
}

/** @throws AuthError 404 when the path names no factor of the member */
async function requireFactor(context: AuthContext): Promise<{ signedIn: SignedIn; factor: Factor }> {
  const signedIn = await requireUser(context)
  const id = uuidParam(context, 'factor')
  const factor = signedIn.user.factors?.find((one) => one.id === id.toLowerCase())
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return { signedIn, factor }
}

function refuseType(type: string | null): void {
  if (type === 'totp') return
  if (type === 'phone') {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  }
  if (type === 'webauthn') {
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  }
  throw invalid('factor_type needs to be totp, phone, or webauthn')
}

/** https://github.com/google/google-authenticator/wiki/Key-Uri-Format, parameters in GoTrue's order. */
function otpauth({ issuer, label, secret }: { issuer: string; label: string; secret: string }): string {
  const parameters = [
    ...['algorithm=SHA1', 'digits=6', `issuer=${encodeURIComponent(issuer)}`],
    ...[`period=${PERIOD_SECONDS}`, `secret=${secret}`],
  ]
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(label)}?${parameters.join('&')}`
}
