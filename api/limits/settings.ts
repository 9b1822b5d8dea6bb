// The settings of limits: who may name the visitor of a request, and how many requests of each kind are admitted.
import { z } from 'zod'
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

export const LIMITS_ENVIRONMENT = {
  TRUSTED_PROXIES: z.string().default(''),
  TRUSTED_SERVERS: z.string().default(''),
  RATE_LIMITS: z.enum(['on', 'accounts', 'off'], { error: 'must be on, accounts or off' }).default('on'),
  REQUEST_LIMITS: z
    .string()
    .default('')
    .transform((text, context): RequestLimits => {
      const pairs = text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => /^([a-z-]+)=(\d{1,7})$/.exec(part))
        .map((match) => ({ kind: match?.[1] as Kind, points: Number(match?.[2]) }))
      const areValid = pairs.every(
        ({ kind, points }) => KINDS.includes(kind) && points >= 1 && points <= HIGHEST,
      )
      if (areValid) return Object.fromEntries(pairs.map(({ kind, points }) => [kind, points]))
      context.addIssue({ code: 'custom', message: FORM })
      return z.NEVER
    }),
}

export function limitSettings(given: z.infer<z.ZodObject<typeof LIMITS_ENVIRONMENT>>) {
  return {
    /** Whose X-Forwarded-For names the visitor. */
    trustedProxies: list(given.TRUSTED_PROXIES),
    /** Servers of apps, which ask for their visitors and name them in X-Forwarded-For or Forwarded. */
    trustedServers: list(given.TRUSTED_SERVERS),
    /** Whether requests to tables, channels, files and pages are limited. */
    rateLimits: given.RATE_LIMITS === 'on',
    /** Whether requests to /auth/v1 are: guesses, sign-ups, mail, refreshes. */
    accountLimits: given.RATE_LIMITS !== 'off',
    requestLimits: given.REQUEST_LIMITS,
  }
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
