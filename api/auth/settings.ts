// GET /settings: the enabled sign-in methods, in GoTrue's format.
import { assertWithinLimit, deviceOf, type Endpoint, type Services } from './services.ts'

const PROVIDERS = [
  ...['anonymous_users', 'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github'],
  ...['gitlab', 'google', 'kakao', 'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'phone', 'slack'],
  ...['slack_oidc', 'snapchat', 'spotify', 'twitch', 'twitter', 'workos', 'zoom'],
]

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
