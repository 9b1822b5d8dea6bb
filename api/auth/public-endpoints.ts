// Endpoints that need no account: /health, /settings and /.well-known/jwks.json.
import about from '../../package.json' with { type: 'json' }
import { assertWithinLimit, deviceOf, type Endpoint, type Services } from './services.ts'

/** How long verifiers may cache the public keys. */
const FRESH_SECONDS = 600

/** GET /.well-known/jwks.json: the public keys, with which anyone can verify access tokens. */
export function jwks({ tokens }: Services): Endpoint {
  return (context) =>
    Promise.resolve(context.json(tokens.jwks, 200, { 'Cache-Control': `public, max-age=${FRESH_SECONDS}` }))
}

/** GET /health: the auth service is up. The database is covered by /readyz. */
export function health(): Endpoint {
  const body = {
    version: `v${about.version}`,
    name: 'GoTrue',
    description: 'A user registration and authentication API that speaks the contract of GoTrue',
  }
  return (context) => Promise.resolve(context.json(body))
}

const PROVIDERS = [
  ...['anonymous_users', 'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github'],
  ...['gitlab', 'google', 'kakao', 'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'phone', 'slack'],
  ...['slack_oidc', 'snapchat', 'spotify', 'twitch', 'twitter', 'workos', 'zoom'],
]

/** GET /settings: the enabled sign-in methods, in GoTrue's format. */
export function settings(services: Services): Endpoint {
  const { autoconfirm, providers, anonymousSignIn, disableSignup, limits } = services
  const body = (confirmsItself: boolean) => ({
    external: {
      ...Object.fromEntries(PROVIDERS.map((name) => [name, providers.has(name)])),
      anonymous_users: anonymousSignIn,
      email: true,
    },
    disable_signup: disableSignup,
    mailer_autoconfirm: confirmsItself,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })
  return async (context) => {
    assertWithinLimit(await limits.settings(deviceOf(services, context).address))
    return context.json(body(await autoconfirm()))
  }
}
