// GET /.well-known/jwks.json: the public keys, with which anyone can verify access tokens.
import type { Endpoint, Services } from './services.ts'

const FRESH_SECONDS = 600

export function jwks({ tokens }: Services): Endpoint {
  return (context) =>
    Promise.resolve(context.json(tokens.jwks, 200, { 'Cache-Control': `public, max-age=${FRESH_SECONDS}` }))
}
