// /factors/recovery-codes: sign-in for a member who lost the authenticator. A set of ten codes is a factor of its
// own, never the only one: 80 random bits each, shown once, stored hashed, used once.
import { z } from 'zod'
import { digest, randomToken } from '../../crypto.ts'
import { asAuth } from '../../database/scope.ts'
import { retryAfter } from '../../limits/limits.ts'
import { changeWaysIn } from '../credentials/change.ts'
import { requireRecentProof } from '../credentials/recent-proof.ts'
import { addRecoveryCodes, removeRecoveryCodes, replaceRecoveryCodes } from '../credentials/ways-in.ts'
import { AuthError, invalid } from '../errors.ts'
import { optionalText, readBody, readOptionalBody } from '../read-body.ts'
import { type AuthContext, requireSession, requireUser, type SignedIn } from '../services.ts'
import { type Factor, isRecoveryCodes } from '../users.ts'
import { assertFactorLimit, checkFactorName, rethrowNameTaken } from './factors.ts'

const CODES = 10
const CODE_BYTES = 10
const DEFAULT_NAME = 'Recovery codes'
/** Base32 in Crockford's alphabet: no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const NAME = z.object({ friendly_name: optionalText })
const ANSWER = z.object({ code: optionalText })

/** GET: 200 with the number of codes, and of unused ones. */
export async function count(context: AuthContext): Promise<Response> {
  const { id } = recoveryCodesOf(await requireUser(context))
  const [row] = await asAuth(
    context.var.services.db,
    (sql) => sql<{ total: number; remaining: number }[]>`
      select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
      from auth.mfa_recovery_codes where factor_id = ${id}`,
  )
  return context.json({ id, type: 'recovery_code', total: row?.total, remaining: row?.remaining })
}

/** POST: 200 with the ten codes of a new set. Only for a session that has verified another factor. */
export async function make(context: AuthContext): Promise<Response> {
  const signedIn = await requireUser(context)
  requireRaised(signedIn, 'AAL2 required to generate recovery codes')
  const given = await readName(context)
  const { id: userId, factors } = signedIn.user
  if (factors?.some(isRecoveryCodes)) throw alreadyThere()
  const name = given ?? DEFAULT_NAME
  checkFactorName(name)
  if (!factors?.some((factor) => factor.status === 'verified' && !isRecoveryCodes(factor))) {
    const message = 'At least one other verified factor is required to generate recovery codes'
    throw new AuthError(422, 'mfa_recovery_codes_sole_factor', message)
  }
  const proof = await requireRecentProof(context, signedIn)
  const codes = newCodes()
  const id = await asAuth(context.var.services.db, async (sql) => {
    await assertFactorLimit(sql, userId)
    const made = await changeWaysIn(sql, proof, { kind: 'recovery codes made' }, (change) =>
      addRecoveryCodes(change, { name, hashes: codes.map((code) => digest(code)) }),
    )
    // Of two concurrent requests the second finds the first one's set.
    if (!made) throw alreadyThere()
    return made
  }).catch(rethrowNameTaken(name))
  return context.json(shown(id, name, codes))
}

/** POST /regenerate: 200 with ten new codes of the same factor; earlier ones become invalid. */
export async function regenerate(context: AuthContext): Promise<Response> {
  const signedIn = await requireUser(context)
  requireRaised(signedIn, 'AAL2 required to regenerate recovery codes')
  const { id, friendly_name: name } = recoveryCodesOf(signedIn)
  const proof = await requireRecentProof(context, signedIn)
  const codes = newCodes()
  await asAuth(context.var.services.db, async (sql) => {
    const isThere = await changeWaysIn(sql, proof, { kind: 'recovery codes renewed' }, (change) =>
      replaceRecoveryCodes(
        change,
        id,
        codes.map((code) => digest(code)),
      ),
    )
    if (!isThere) throw noneThere()
  })
  return context.json(shown(id, name, codes))
}

/** DELETE: 200 with the id of the deleted factor. Sessions raised by a code fall back to aal1. */
export async function remove(context: AuthContext): Promise<Response> {
  const signedIn = await requireUser(context)
  requireRaised(signedIn, 'AAL2 required to delete recovery codes')
  const { id } = recoveryCodesOf(signedIn)
  const proof = await requireRecentProof(context, signedIn)
  await asAuth(context.var.services.db, async (sql) => {
    const isThere = await changeWaysIn(sql, proof, { kind: 'recovery codes removed' }, (change) =>
      removeRecoveryCodes(change, id),
    )
    if (!isThere) throw noneThere()
  })
  return context.json({ id })
}

/** POST /verify: 200 with the raised session, as for a code of the authenticator. */
export async function verify(context: AuthContext): Promise<Response> {
  const { db, limits, sessions } = context.var.services
  const signedIn = await requireUser(context)
  const { user } = signedIn
  const { id: sessionId } = requireSession(signedIn)
  const signs = signsOf((await readBody(context.req.raw, ANSWER)).code ?? '')
  if (!signs) throw invalid('Code needs to be non-empty')
  const attempt = await limits.secondFactor(`recovery ${user.id}`)
  if (attempt.wait > 0) {
    const message = 'Too many failed verification attempts, try again later'
    throw new AuthError(429, 'mfa_recovery_codes_locked', message, { retryAfter: retryAfter(attempt.wait) })
  }
  const raised = await asAuth(db, async (sql) => {
    const [used] = await sql<{ factor: string }[]>`
      update auth.mfa_recovery_codes c set used_at = now()
      from auth.mfa_factors f
      where f.user_id = ${user.id} and f.factor_type = 'recovery_code' and c.factor_id = f.id
        and c.code_hash = ${digest(signs)} and c.used_at is null
      returning f.id as factor`
    if (!used) throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
    const body = await sessions.raise(sql, sessionId, 'mfa/recovery_code', used.factor)
    await sql`delete from auth.sessions where user_id = ${user.id} and aal = 'aal1'`
    return body
  })
  await attempt.succeeded()
  return context.json(raised)
}

async function readName(context: AuthContext): Promise<string | null> {
  return (await readOptionalBody(context.req.raw, NAME))?.friendly_name ?? null
}

function requireRaised(signedIn: SignedIn, message: string): void {
  if (requireSession(signedIn).aal !== 'aal2') throw new AuthError(403, 'insufficient_aal', message)
}

/** @throws AuthError 404 when the member has none */
function recoveryCodesOf({ user }: SignedIn): Factor {
  const factor = user.factors?.find(isRecoveryCodes)
  if (!factor) throw noneThere()
  return factor
}

function alreadyThere(): AuthError {
  const message = 'Recovery codes are already enrolled for this user, use regenerate to rotate them'
  return new AuthError(422, 'mfa_verified_factor_exists', message)
}

function noneThere(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes')
}

function newCodes(): string[] {
  return Array.from({ length: CODES }, newCode)
}

function shown(id: string, name: string | null, codes: string[]): Record<string, unknown> {
  return { id, type: 'recovery_code', ...(name ? { friendly_name: name } : {}), total: codes.length, codes }
}

/** Sixteen characters. */
function newCode(): string {
  let bits = BigInt(`0x${randomToken(CODE_BYTES, 'hex')}`)
  let signs = ''
  for (let at = 0; at < (CODE_BYTES * 8) / 5; at += 1) {
    signs += ALPHABET.charAt(Number(bits & 31n))
    bits >>= 5n
  }
  return signs
}

/** Normalises typed input: drops separators and maps look-alike characters. */
function signsOf(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}
