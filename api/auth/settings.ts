// The settings of /auth/v1: sign-up and passwords, redirects, providers, and the keys of tokens.
import { z } from 'zod'
import { PASSWORD } from '../../shared/password.ts'
import { trimEnd } from '../../shared/trim.ts'
import {
  defineSettings,
  isLocal,
  list,
  longText,
  oneOf,
  onOff,
  optional,
  parsedBy,
  refuse,
  secret,
  whole,
} from '../setting-group.ts'
import { parseSigningKeys, parseVerificationKeys } from '../signing-keys.ts'

/** The traffic identifies users: unencrypted HTTP is allowed on this machine only. */
const providerUrl = z
  .string()
  .refine((value) => URL.canParse(value) && (value.startsWith('https:') || isLocal(new URL(value))), {
    message: 'must be an address that starts with https:',
  })

export type ProviderSettings = { clientId: string; clientSecret: string; url: string }
export type ProviderName = 'google' | 'github'
export type ProvidersSettings = Partial<Record<ProviderName, ProviderSettings>>

export const AUTH_SETTINGS = defineSettings({
  /** Verifies the operator's HS256 tokens; null: none. */
  jwtSecret: ['JWT_SECRET', secret(optional(longText(32)))],
  /** Public keys of others who sign tokens for this site. */
  verificationKeys: ['VERIFICATION_KEYS', parsedBy(parseVerificationKeys).transform((keys) => keys ?? [])],
  /** Whether new accounts are confirmed automatically; null: if no mail can be sent, or the community decides. */
  autoconfirm: [
    'AUTOCONFIRM',
    optional(oneOf(['on', 'off'], 'on or off').transform((value) => value === 'on')),
  ],
  /** Redirect targets of mailed links in addition to the site, including paths below them. */
  redirectUrls: [
    'REDIRECT_URLS',
    list().refine((addresses) => addresses.every(isRedirectTarget), {
      message: 'must be addresses, separated by commas: https://app.example.com, myapp://callback',
    }),
  ],
  /** Minimum length of a new password, in code points. */
  minimumPassword: ['MINIMUM_PASSWORD', whole(6, 72).default(PASSWORD.minCodePoints)],
  /** Seconds during which a used refresh token is accepted again. */
  reuseInterval: ['REUSE_INTERVAL', whole(0, 300).default(10)],
  /** Seconds between two mails to one mailbox. */
  mailFrequency: ['MAIL_FREQUENCY', whole(0, 3_600).default(60)],
  anonymousSignIn: ['ANONYMOUS_SIGN_IN', onOff('off')],
  passwordBlocklist: ['PASSWORD_BLOCKLIST', onOff('on')],
  /** Whether only the operator creates accounts. */
  disableSignup: ['DISABLE_SIGNUP', onOff('off')],
  /** Whether members may link and unlink identities. */
  manualLinking: ['MANUAL_LINKING', onOff('on')],
})

export const PROVIDER_SETTINGS = defineSettings(
  {
    googleId: ['GOOGLE_CLIENT_ID', optional(z.string())],
    googleSecret: ['GOOGLE_CLIENT_SECRET', secret(optional(z.string()))],
    googleUrl: ['GOOGLE_ISSUER', providerUrl.default('https://accounts.google.com')],
    githubId: ['GITHUB_CLIENT_ID', optional(z.string())],
    githubSecret: ['GITHUB_CLIENT_SECRET', secret(optional(z.string()))],
    githubUrl: ['GITHUB_URL', providerUrl.default('https://github.com')],
  },
  (given, context): ProvidersSettings => ({
    ...provider('google', given.googleId, given.googleSecret, given.googleUrl, context),
    ...provider('github', given.githubId, given.githubSecret, given.githubUrl, context),
  }),
)

/** Secrets that the operator gave, by their names in the secrets file; a start generates the others. */
export const GIVEN_SECRETS = defineSettings({
  PUBLISHABLE_KEY: ['PUBLISHABLE_KEY', optional(longText(16))],
  SECRET_KEY: ['SECRET_KEY', secret(optional(longText(32)))],
  ENCRYPTION_KEY: ['ENCRYPTION_KEY', secret(optional(longText(32)))],
  SIGNING_KEYS: ['SIGNING_KEYS', secret(parsedBy(parseSigningKeys))],
})

function provider(
  name: ProviderName,
  clientId: string | null,
  clientSecret: string | null,
  url: string,
  context: z.RefinementCtx,
): ProvidersSettings {
  if (!clientId && !clientSecret) return {}
  const prefix = name.toUpperCase()
  if (!clientId)
    return refuse(context, `${prefix}_CLIENT_ID must be given together with ${prefix}_CLIENT_SECRET`)
  if (!clientSecret)
    return refuse(context, `${prefix}_CLIENT_SECRET must be given together with ${prefix}_CLIENT_ID`)
  return { [name]: { clientId, clientSecret, url: trimEnd(url, '/') } }
}

/** An app's own scheme is allowed; a scheme that executes its content is not. */
function isRedirectTarget(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return !['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'].includes(protocol) && !username && !password
}
