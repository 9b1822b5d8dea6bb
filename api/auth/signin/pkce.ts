// PKCE (RFC 7636): a link or a provider returns a code to the browser, and only the client that began the flow has
// the verifier that exchanges it for a session. Only S256 is supported: a plain challenge does not protect against an
// observer.
import { z } from 'zod'
import { digest, isEqual, randomToken } from '../../crypto.ts'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { AuthError, invalid } from '../errors.ts'
import { optionalText, readBody } from '../read-body.ts'
import { type AuthContext, assertWithinLimit, deviceOf } from '../services.ts'
import type { Method } from '../sessions.ts'

const CODE_MINUTES = 5
/** SHA-256 in base64url. */
const CHALLENGE = /^[\w-]{43}$/
const VERIFIER = /^[\w.~-]{43,128}$/

export const CHALLENGE_FIELDS = { code_challenge: optionalText, code_challenge_method: optionalText }

/**
 * The S256 challenge of a request, or null.
 * @throws AuthError 400 for another method or an incomplete challenge
 */
export function readChallenge(body: {
  code_challenge: string | null
  code_challenge_method: string | null
}): string | null {
  const { code_challenge: challenge, code_challenge_method: method } = body
  if (!challenge && !method) return null
  if (!challenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (method.toLowerCase() !== 's256') throw invalid('code_challenge_method must be s256')
  if (!CHALLENGE.test(challenge)) throw invalid('code_challenge must be a SHA-256 in base64url')
  return challenge
}

/** Creates the code that completes the flow of `challenge` for a member. @returns the code */
export async function issueCode(
  sql: Sql,
  flow: { userId: string; challenge: string; method: Method },
): Promise<string> {
  const code = randomToken(32)
  await sql`
    insert into auth.flow_state (user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      authentication_method, auth_code_issued_at)
    values (${flow.userId}, ${digest(code)}, 's256', ${flow.challenge}, 'email', ${flow.method}, now())`
  return code
}

const EXCHANGE = z.object({ auth_code: optionalText, code_verifier: optionalText })

type Flow = {
  user_id: string | null
  code_challenge: string | null
  authentication_method: Method
  in_time: boolean
  banned: boolean
}

/** POST /token?grant_type=pkce. A code is consumed by its first use, right or wrong. */
export async function pkceGrant(context: AuthContext): Promise<Response> {
  const { db, limits, sessions } = context.var.services
  const device = deviceOf(context)
  assertWithinLimit(await limits.refresh(device.address))
  const { auth_code: code, code_verifier: verifier } = await readBody(context.req.raw, EXCHANGE)
  if (!code || !verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  // A refusal commits too, because it consumes the code.
  const answer = await asAuth(db, async (sql) => {
    const [flow] = await sql<Flow[]>`
      delete from auth.flow_state f using auth.users u
      where f.auth_code = ${digest(code)} and u.id = f.user_id and u.deleted_at is null
      returning f.user_id, f.code_challenge, f.authentication_method,
        f.auth_code_issued_at > now() - make_interval(mins => ${CODE_MINUTES}) as in_time,
        u.banned_until is not null and u.banned_until > now() as banned`
    const refusal = refuse(flow, verifier)
    if (refusal || !flow?.user_id) return refusal
    return sessions.open(sql, flow.user_id, device, flow.authentication_method)
  })
  if (!answer || answer instanceof AuthError) throw answer ?? notFound()
  return context.json(answer)
}

function refuse(flow: Flow | undefined, verifier: string): AuthError | null {
  if (!flow?.user_id || !flow.code_challenge) return notFound()
  if (!flow.in_time) {
    return new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
  }
  const right = VERIFIER.test(verifier) && isEqual(digest(verifier), flow.code_challenge)
  if (!right) {
    const message = 'code challenge does not match previously saved code verifier'
    return new AuthError(400, 'bad_code_verifier', message)
  }
  return flow.banned ? new AuthError(400, 'user_banned', 'User is banned') : null
}

function notFound(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}
