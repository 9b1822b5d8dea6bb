// GET /health: the auth service is up. The database is covered by /readyz.
import about from '../../package.json' with { type: 'json' }
import type { Endpoint } from './services.ts'

export function health(): Endpoint {
  const body = {
    version: `v${about.version}`,
    name: 'GoTrue',
    description: 'A user registration and authentication API that speaks the contract of GoTrue',
  }
  return (context) => Promise.resolve(context.json(body))
}
