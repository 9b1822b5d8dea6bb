// Sign-in with Google and GitHub. The protocol is implemented by openid-client: state, PKCE, and for OpenID Connect
// the nonce and the signature of the ID token.
import * as oauth from 'openid-client'
import { withoutNull } from '../read-body.ts'
import type { ProviderName, ProviderSettings, ProvidersSettings } from '../settings.ts'

const ANSWER_WITHIN_SECONDS = 10
const NAME_LENGTH = 80
const ADDRESS_LENGTH = 500

export type ExternalUser = {
  provider: ProviderName
  /** Stable at the provider and never reassigned; addresses are. */
  id: string
  email: string | null
  emailVerified: boolean
  /** Stored as identity data and as a new account's metadata. */
  data: Record<string, unknown>
}

/** Binds the callback to the request; known only to the browser that began and to us. */
export type Secrets = { state: string; verifier: string; nonce: string }

type Provider = {
  /** @param callback URL that the provider redirects back to */
  authorizationUrl(secrets: Secrets, callback: string): Promise<URL>
  /** @param answer URL of the callback @throws when it fails validation */
  exchangeCode(secrets: Secrets, answer: URL): Promise<ExternalUser>
}

export type Providers = ReadonlyMap<string, Provider>

export function createProviders(settings: ProvidersSettings): Providers {
  const providers = new Map<string, Provider>()
  if (settings.google) providers.set('google', openId(settings.google))
  if (settings.github) providers.set('github', gitHub(settings.github))
  return providers
}

function openId({ clientId, clientSecret, url }: ProviderSettings): Provider {
  let discovered: Promise<oauth.Configuration> | null = null
  const configuration = () => {
    discovered ??= oauth
      .discovery(new URL(url), clientId, clientSecret, undefined, {
        timeout: ANSWER_WITHIN_SECONDS,
        execute: isPlain(url) ? [oauth.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        discovered = null
        throw error
      })
    return discovered
  }
  return {
    authorizationUrl: async (secrets, callback) =>
      oauth.buildAuthorizationUrl(await configuration(), {
        ...(await authorizationParameters(secrets, callback)),
        scope: 'openid email profile',
        nonce: secrets.nonce,
      }),
    exchangeCode: async ({ state, verifier, nonce }, answer) => {
      const tokens = await oauth.authorizationCodeGrant(await configuration(), answer, {
        expectedState: state,
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider gave no ID token')
      const email = textOf(claims.email, ADDRESS_LENGTH)
      // A boolean by the standard; some providers send text.
      const emailVerified = claims.email_verified === true || claims.email_verified === 'true'
      const { sub: id, name, picture, iss } = claims
      return externalUser({ provider: 'google', id, email, emailVerified, name, picture }, iss)
    },
  }
}

function gitHub({ clientId, clientSecret, url }: ProviderSettings): Provider {
  const api = url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`
  const configuration = new oauth.Configuration(
    {
      issuer: `${url}/login/oauth`,
      authorization_endpoint: `${url}/login/oauth/authorize`,
      token_endpoint: `${url}/login/oauth/access_token`,
    },
    clientId,
    clientSecret,
  )
  configuration.timeout = ANSWER_WITHIN_SECONDS
  if (isPlain(url)) oauth.allowInsecureRequests(configuration)
  const ask = async (path: string, token: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'ArthaChowk' })
    const address = new URL(`${api}${path}`)
    const response = await oauth.fetchProtectedResource(configuration, token, address, 'GET', null, headers)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.json()
  }
  return {
    authorizationUrl: async (secrets, callback) =>
      oauth.buildAuthorizationUrl(configuration, {
        ...(await authorizationParameters(secrets, callback)),
        scope: 'read:user user:email',
      }),
    exchangeCode: async ({ state, verifier }, answer) => {
      const { access_token: token } = await oauth.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      })
      const user = (await ask('/user', token)) as Record<string, unknown>
      if (typeof user.id !== 'number') throw new Error('/user names no id')
      // The address in the profile may be unverified: only the list says which ones are.
      const emails = (await ask('/user/emails', token)) as {
        email: string
        primary: boolean
        verified: boolean
      }[]
      const chosen =
        emails.find(({ primary, verified }) => primary && verified) ?? emails.find((one) => one.primary)
      const { name, avatar_url: picture, login } = user
      return externalUser(
        {
          provider: 'github',
          id: String(user.id),
          email: chosen?.email ?? null,
          emailVerified: chosen?.verified === true,
          name: name ?? login,
          picture,
          login,
        },
        api,
      )
    },
  }
}

async function authorizationParameters(
  { state, verifier }: Secrets,
  callback: string,
): Promise<Record<string, string>> {
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  return { redirect_uri: callback, state, code_challenge: challenge, code_challenge_method: 'S256' }
}

type ProviderProfile = Omit<ExternalUser, 'data'> & {
  name: unknown
  picture: unknown
  login?: unknown
}

/** Uses GoTrue's field names. Values are bounded, because they are part of every token. */
function externalUser(
  { provider, id, email, emailVerified, name, picture, login }: ProviderProfile,
  issuer: string,
): ExternalUser {
  const fullName = textOf(name, NAME_LENGTH)
  const avatar = textOf(picture, ADDRESS_LENGTH)
  const data = {
    iss: issuer,
    sub: id,
    provider_id: id,
    email,
    email_verified: emailVerified,
    phone_verified: false,
    name: fullName,
    full_name: fullName,
    user_name: textOf(login, NAME_LENGTH),
    avatar_url: avatar?.startsWith('https://') ? avatar : null,
  }
  return { provider, id, email, emailVerified, data: withoutNull(data) }
}

function textOf(value: unknown, length: number): string | null {
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return null
  return [...value].slice(0, length).join('').trim() || null
}

function isPlain(url: string): boolean {
  return new URL(url).protocol === 'http:'
}
