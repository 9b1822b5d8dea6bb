// POST /token: dispatches by grant_type.
import { AuthError } from '../errors.ts'
import type { Endpoint, Services } from '../services.ts'
import { pkceGrant } from './pkce.ts'
import { passwordGrant } from './token-password.ts'
import { refreshGrant } from './token-refresh.ts'

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
