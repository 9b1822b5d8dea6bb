// The settings of limits: who may name the visitor of a request, and how many requests of each kind are admitted.
import { defineSettings, list, oneOf, parsedBy, parts } from '../setting-group.ts'
import type { RULES } from './rules.ts'

/** Kinds whose number is a setting. Guesses of passwords and codes, and mail to one mailbox, are none of them. */
const KINDS = [
  'guest',
  'member',
  'file',
  'render',
  'upload',
  'sign-up',
  'refresh',
  'sockets',
] as const satisfies readonly (keyof typeof RULES)[]
type Kind = (typeof KINDS)[number]
export type RequestLimits = Readonly<Partial<Record<Kind, number>>>

const HIGHEST = 1_000_000
const FORM = `must be kinds (${KINDS.join(', ')}) with numbers from 1 to ${HIGHEST}: guest=600, refresh=300`

export const LIMIT_SETTINGS = defineSettings(
  {
    /** Whose X-Forwarded-For names the visitor. */
    trustedProxies: ['TRUSTED_PROXIES', list()],
    /** Servers of apps, which ask for their visitors and name them in X-Forwarded-For or Forwarded. */
    trustedServers: ['TRUSTED_SERVERS', list()],
    limited: ['RATE_LIMITS', oneOf(['on', 'accounts', 'off'], 'on, accounts or off').default('on')],
    requestLimits: ['REQUEST_LIMITS', parsedBy(parseRequestLimits)],
  },
  ({ limited, requestLimits, ...values }) => ({
    ...values,
    /** Whether requests to tables, channels, files and pages are limited. */
    rateLimits: limited === 'on',
    /** Whether requests to /auth/v1 are: guesses, sign-ups, mail, refreshes. */
    accountLimits: limited !== 'off',
    requestLimits: requestLimits ?? {},
  }),
)

function parseRequestLimits(text: string): RequestLimits {
  const pairs = parts(text)
    .map((part) => /^([a-z-]+)=(\d{1,7})$/.exec(part))
    .map((match) => ({ kind: match?.[1] as Kind, points: Number(match?.[2]) }))
  const areValid = pairs.every(({ kind, points }) => KINDS.includes(kind) && points >= 1 && points <= HIGHEST)
  if (!areValid) throw new Error(FORM)
  return Object.fromEntries(pairs.map(({ kind, points }) => [kind, points]))
}
