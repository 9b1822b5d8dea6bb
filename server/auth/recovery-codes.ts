// /factors/recovery-codes: the way in for a member whose authenticator is lost. Ours: GoTrue has none and points
// to a second factor as the spare. Ten codes of 80 random bits, shown once, stored hashed, each used once.
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { asAuth } from '../database/scope.ts'
import { AuthError } from './errors.ts'
import { optionalText, readBody } from './read-body.ts'
import { type Endpoint, refuseWhenOver, requireSession, requireUser, type Services } from './services.ts'
import { hasSecondFactor } from './users.ts'

const CODES = 10
const CODE_BYTES = 10
/** Base32 in Crockford's alphabet: no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const ANSWER = z.object({ code: optionalText })

/** GET: how many are left. */
export function countRecoveryCodes(services: Services): Endpoint {
  return async (context) => {
    const { user } = await requireUser(services, context)
    const [row] = await asAuth(
      services.db,
      (sql) => sql<{ remaining: number }[]>`
        select count(*)::int as remaining from auth.mfa_recovery_codes
        where user_id = ${user.id} and used_at is null`,
    )
    return context.json({ remaining: row?.remaining ?? 0 })
  }
}

/** POST: ten new ones; the ones before are void. Only a session that has shown the second factor may ask. */
export function makeRecoveryCodes(services: Services): Endpoint {
  return async (context) => {
    const { user, session } = await requireUser(services, context)
    if (session?.aal !== 'aal2' || !hasSecondFactor(user)) {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to make recovery codes')
    }
    const codes = Array.from({ length: CODES }, newCode)
    await asAuth(services.db, async (sql) => {
      await sql`select from auth.users where id = ${user.id} for update`
      await sql`delete from auth.mfa_recovery_codes where user_id = ${user.id}`
      await sql`
        insert into auth.mfa_recovery_codes (user_id, code_hash)
        select ${user.id}, unnest(${codes.map(digest)}::text[])`
    })
    return context.json({ codes })
  }
}

/** POST /verify: 200 with the raised session, as for a code of the authenticator. */
export function verifyRecoveryCode(services: Services): Endpoint {
  const { db, limits, sessions } = services
  return async (context) => {
    const signedIn = await requireUser(services, context)
    const { user } = signedIn
    const { id: sessionId } = requireSession(signedIn)
    const { code } = await readBody(context.req.raw, ANSWER)
    const attempt = await limits.secondFactor(`recovery ${user.id}`)
    refuseWhenOver(attempt.wait)
    const raised = await asAuth(db, async (sql) => {
      const [used] = await sql`
        update auth.mfa_recovery_codes set used_at = now()
        where user_id = ${user.id} and code_hash = ${digest(code ?? '')} and used_at is null
        returning user_id`
      if (!used) throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
      const body = await sessions.raise(sql, sessionId, 'recovery_code', null)
      await sql`delete from auth.sessions where user_id = ${user.id} and aal = 'aal1'`
      return body
    })
    await attempt.succeeded()
    return context.json(raised)
  }
}

/** Four groups of four signs. */
function newCode(): string {
  let bits = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`)
  let signs = ''
  for (let at = 0; at < (CODE_BYTES * 8) / 5; at += 1) {
    signs += ALPHABET.charAt(Number(bits & 31n))
    bits >>= 5n
  }
  return signs.replace(/(.{4})(?=.)/g, '$1-')
}

/** Of the signs alone, as a person may have typed them. */
function digest(code: string): string {
  const signs = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return createHash('sha256').update(signs).digest('base64url')
}
