// POST /token?grant_type=refresh_token: a new access token, and the next refresh token.
//
// A browser with many tabs sends one token many times at once. These requests share one exchange, so that they do not
// occupy the pool while waiting for the same row lock; the lock covers other processes.
import { z } from 'zod'
import { asAuth } from '../../database/scope.ts'
import { AuthError } from '../errors.ts'
import { optionalText, readBody } from '../read-body.ts'
import { assertWithinLimit, deviceOf, type Endpoint, type Services } from '../services.ts'
import type { SessionBody } from '../sessions.ts'

const REFRESH = z.object({ refresh_token: optionalText })

export function refreshGrant(services: Services): Endpoint {
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
