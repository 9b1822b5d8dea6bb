// POST /token: dispatches by grant_type; exchanges refresh tokens itself.
import { z } from 'zod'
import { asAuth } from '../../database/scope.ts'
import { AuthError } from '../errors.ts'
import { optionalText, readBody } from '../read-body.ts'
import { assertWithinLimit, deviceOf, type Endpoint, type Services } from '../services.ts'
import type { SessionBody } from '../sessions.ts'
import { pkceGrant } from './pkce.ts'
import { passwordGrant } from './token-password.ts'

export function token(services: Services): Endpoint {
  const grants = new Map([
    ['password', passwordGrant(services)],
    ['refresh_token', refreshGrant(services)],
    ['pkce', pkceGrant(services)],
  ])
  return (context) => {
    const grant = grants.get(context.req.query('grant_type') ?? '')
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    return grant(context)
  }
}

const REFRESH = z.object({ refresh_token: optionalText })

/**
 * `refresh_token`: a new access token, and the next refresh token. A browser with many tabs sends one token many times
 * at once. These requests share one exchange, so that they do not occupy the pool while waiting for the same row lock;
 * the lock covers other processes.
 */
function refreshGrant(services: Services): Endpoint {
  const { db, limits, sessions } = services
  const running = new Map<string, Promise<SessionBody | AuthError>>()
  const exchange = (token: string) => {
    const under = running.get(token)
    if (under) return under
    const started = asAuth(db, (sql) => sessions.refresh(sql, token)).finally(() => running.delete(token))
    running.set(token, started)
    return started
  }
  return async (context) => {
    assertWithinLimit(await limits.refresh(deviceOf(services, context).address))
    const { refresh_token: token } = await readBody(context.req.raw, REFRESH)
    if (!token) throw new AuthError(400, 'validation_failed', 'refresh_token required')
    const answer = await exchange(token)
    if (answer instanceof AuthError) throw answer
    return context.json(answer)
  }
}
