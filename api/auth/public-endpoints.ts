// Endpoints that need no account: /health, /settings and /.well-known/jwks.json.
import about from '../../package.json' with { type: 'json' }
import { type AuthContext, assertWithinLimit, deviceOf } from './services.ts'

/** How long verifiers may cache the public keys. */
const FRESH_SECONDS = 600

/** GET /.well-known/jwks.json: the public keys, with which anyone can verify access tokens. */
export function jwks(context: AuthContext): Response {
  const { tokens } = context.var.services
  return context.json(tokens.jwks, 200, { 'Cache-Control': `public, max-age=${FRESH_SECONDS}` })
}

/** GET /health: the auth service is up. The database is covered by /readyz. */
export function health(context: AuthContext): Response {
  return context.json({
    version: `v${about.version}`,
    name: 'GoTrue',
    description: 'A user registration and authentication API that speaks the contract of GoTrue',
  })
}

const PROVIDERS = [
  ...['anonymous_users', 'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github'],
  ...['gitlab', 'google', 'kakao', 'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'phone', 'slack'],
  ...['slack_oidc', 'snapchat', 'spotify', 'twitch', 'twitter', 'workos', 'zoom'],
]

/** GET /settings: the enabled sign-in methods, in GoTrue's format. */
export async function settings(context: AuthContext): Promise<Response> {
  const { autoconfirm, providers, anonymousSignIn, disableSignup, limits } = context.var.services
  assertWithinLimit(await limits.settings(deviceOf(context).address))
  return context.json({
    external: {
      ...Object.fromEntries(PROVIDERS.map((name) => [name, providers.has(name)])),
      anonymous_users: anonymousSignIn,
      email: true,
    },
    disable_signup: disableSignup,
    mailer_autoconfirm: await autoconfirm(),
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })
}
