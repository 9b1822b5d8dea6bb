// Rate limits: one table of rules, used by the REST API and the auth service. The site adds its own (WorkLimits).
import { setTimeout as delay } from 'node:timers/promises'
import { secretKeyTest } from '../auth/authenticate.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { noteLimit } from '../http/route-cost.ts'
import type { Logger } from '../log.ts'
import type { Redis } from '../redis.ts'
import type { Work } from '../rest/planned-request.ts'
import type { Viewer } from '../viewer.ts'
import { type ClientAddress, createClientAddress, createFromProxy, limitKey } from './client-address.ts'
import {
  type Counter,
  type CounterFactory,
  inDatabase,
  inMemory,
  inRedis,
  type Rule,
  uncounted,
} from './counters.ts'
import { createGradual, type GradualLimit, type Verdict } from './gradual.ts'
import { createMailLimit } from './mail-limit.ts'
import { type Challenge, createProver, NO_PROOF, type Proof } from './proof-of-work.ts'
import type { RequestLimits } from './settings.ts'
import { attempt, createSignInLimit } from './sign-in-limit.ts'

export type { Rule }

const MINUTE = 60
const HOUR = 3_600

/** A client at this multiple of a rule ignores its refusals, and hears of further ones only after FLOOD_DELAY_MS. */
const FLOOD_MULTIPLE = 3
/** Clients that wait for each answer send 4 requests a second over a connection then, instead of hundreds. */
const FLOOD_DELAY_MS = 250
/** Refusals beyond these are answered at once, so that a flood over many connections holds little memory. */
const MAX_DELAYED = 500

/** "10 an hour, 5 at once" is one window of 5 in half an hour: it bounds the rate and the burst. */
export const RULES = {
  signUp: { name: 'sign-up', points: 5, seconds: HOUR / 2 },
  refresh: { name: 'refresh', points: 30, seconds: MINUTE },
  provider: { name: 'provider', points: 30, seconds: 5 * MINUTE },
  challenge: { name: 'mfa-challenge', points: 5, seconds: MINUTE },
  code: { name: 'mfa-code', points: 5, seconds: MINUTE },
  // Three of a million codes are valid at any time: 30 attempts an hour guess one in about 450 days.
  codeHour: { name: 'mfa-code-hour', points: 30, seconds: HOUR },
  guestBurst: { name: 'guest-burst', points: 50, seconds: 10 },
  guest: { name: 'guest', points: 100, seconds: MINUTE },
  member: { name: 'member', points: 200, seconds: MINUTE },
  // A page may show dozens of images, and many readers share an address, so this exceeds the API's limit. Cached
  // files are not counted.
  file: { name: 'file', points: 600, seconds: MINUTE },
  // A member's requests about their own account and sessions, and the auth service's public endpoints.
  account: { name: 'account', points: 200, seconds: MINUTE },
  settings: { name: 'settings', points: 100, seconds: MINUTE },
  upload: { name: 'upload', points: 30, seconds: HOUR / 2 },
  // An image at a size that is not cached: decoding is expensive.
  render: { name: 'render', points: 60, seconds: MINUTE },
} as const

/** The rules, with the numbers that the operator chose. A burst is half of what a guest has a minute. */
function rulesWith(chosen: RequestLimits): Record<keyof typeof RULES, Rule> {
  const rules: Record<keyof typeof RULES, Rule> = { ...RULES }
  for (const [key, rule] of Object.entries(RULES) as [keyof typeof RULES, Rule][]) {
    const points = (chosen as Readonly<Record<string, number | undefined>>)[rule.name]
    if (points !== undefined) rules[key] = { ...rule, points }
  }
  if (chosen.guest !== undefined)
    rules.guestBurst = { ...RULES.guestBurst, points: Math.ceil(chosen.guest / 2) }
  return rules
}

/** Limits of single tables and functions of the schema `public`, on top of the general ones. */
export type WorkLimits = {
  tables: Readonly<Record<string, { member: readonly Rule[]; guest: readonly Rule[] }>>
  functions: Readonly<Record<string, { member: readonly Rule[]; guest: readonly Rule[] }>>
  /** Calls of a function that sends mail, counted by address for every caller. */
  mailing: Readonly<Record<string, Rule>>
}

/** @throws ConfigError when TRUSTED_PROXIES or TRUSTED_SERVERS cannot be read */
export function createLimits(options: {
  config: Config
  db: Database
  /** Null: this node counts what costs little by itself. */
  redis: Redis | null
  log: Logger
  work: WorkLimits
}): Limits {
  const { config, db, redis, log, work } = options
  const { mailFrequency, requestLimits, secrets, trustedServers } = config
  const clientAddress = createClientAddress(config.trustedProxies, {
    servers: trustedServers,
    isSecretKey: secretKeyTest(secrets.SECRET_KEY),
  })
  const fromProxy = createFromProxy(config.trustedProxies)
  const common = {
    clientAddress,
    fromProxy,
    mailFrequency,
    requestLimits,
    secret: secrets.ENCRYPTION_KEY,
    work,
  }
  if (!config.rateLimits) {
    const guesses = config.accountLimits ? 'limited' : 'unlimited'
    log.warn({ guesses, limits: config.accountLimits ? 'of accounts' : 'none' }, 'limits.disabled')
  }
  // An external database may be shared by several processes of this site.
  const shared = config.databaseUrl ? inDatabase(db) : inMemory
  const local = redis ? inRedis(redis) : inMemory
  return createLimitsOver({
    ...common,
    shared: config.accountLimits ? shared : uncounted,
    local: config.rateLimits ? local : uncounted,
  })
}

/**
 * Creates the limits over given counters: `shared` for the auth service, `local` for those that may differ between
 * nodes where there is no Redis.
 */
export function createLimitsOver(options: {
  clientAddress: ClientAddress
  fromProxy?: ReturnType<typeof createFromProxy>
  shared: CounterFactory
  local: CounterFactory
  /** Seconds between two mails to one mailbox. */
  mailFrequency?: number
  /** Numbers in place of the rules' own. */
  requestLimits?: RequestLimits
  /** Signs the challenges, for every node of the site. */
  secret: string
  work: WorkLimits
}) {
  const {
    clientAddress,
    fromProxy = () => false,
    shared,
    local,
    mailFrequency,
    requestLimits = {},
    secret,
    work: workLimits,
  } = options
  const rules = rulesWith(requestLimits)
  const signUp = createGradual(shared, rules.signUp)
  const refresh = shared(rules.refresh)
  const provider = shared(rules.provider)
  const challenge = shared(rules.challenge)
  const code = shared(rules.code)
  const codeHour = shared(rules.codeHour)
  const counters = new Map<string, Counter>()
  const provable = new Map<string, GradualLimit>()
  const prover = createProver(secret, shared)
  let delayed = 0
  const take = async (rules: readonly Rule[], key: string, points = 1): Promise<number> => {
    let wait = 0
    let isFlood = false
    const count = async (rule: Rule) => {
      const counter = counters.get(rule.name) ?? local(rule)
      counters.set(rule.name, counter)
      const { used, isRefused, waitMs } = await counter.count(key, points)
      if (!isRefused) return
      wait = Math.max(wait, waitMs)
      isFlood ||= used - points > FLOOD_MULTIPLE * rule.points
    }
    await Promise.all(rules.map(count))
    if (isFlood && delayed < MAX_DELAYED) {
      delayed += 1
      await delay(FLOOD_DELAY_MS)
      delayed -= 1
    }
    return wait
  }
  const takeProvable = (rule: Rule, key: string, proof: Proof): Promise<Verdict> => {
    const limit = provable.get(rule.name) ?? createGradual(local, rule)
    provable.set(rule.name, limit)
    return limit.take(key, proof)
  }
  const takeOf = (viewer: Viewer, rule: Rule): Promise<number> =>
    viewer.role === 'service_role' ? exempt(rule) : take([rule], keyOf(viewer))
  return {
    clientAddress,
    /** Whether a trusted proxy sent a request. */
    fromProxy,
    prover,
    signUp: (address: string, proof: Proof) => signUp.take(limitKey(address), proof),
    signIn: createSignInLimit(shared),
    mail: createMailLimit(shared, mailFrequency),
    /** An attempt with a code of the second factor `key`: counted before it is checked, refunded when it is right. */
    secondFactor: (key: string) => attempt([code, codeHour].map((counter) => ({ counter, key }))),
    // These return the milliseconds to wait; 0: admitted.
    refresh: (address: string) => refresh.take(limitKey(address)),
    upload: (viewer: Viewer) => takeOf(viewer, rules.upload),
    render: (viewer: Viewer) => takeOf(viewer, rules.render),
    /** A public file, or one requested by a signed URL. */
    file: (address: string) => take([rules.file], limitKey(address)),
    account: (userId: string) => take([rules.account], userId),
    settings: (address: string) => take([rules.settings], limitKey(address)),
    /** Counts one request against `rules`, by address. */
    take: (rules: readonly Rule[], address: string) => take(rules, limitKey(address)),
    /** Counts one request, by address. @param proof admits beyond the rule */
    takeProvable: (rule: Rule, address: string, proof: Proof) => takeProvable(rule, limitKey(address), proof),
    provider: (address: string) => provider.take(limitKey(address)),
    challenge: (key: string) => challenge.take(key),
    /** Counts a request. @returns the refusal (429, Retry-After, PostgREST's error shape), or null if admitted */
    checkApiLimit: async (request: Request, viewer: Viewer): Promise<Response | null> => {
      if (viewer.role === 'service_role' || request.method === 'OPTIONS') {
        await exempt(rules.guest)
        return null
      }
      const general = isMember(viewer) ? [rules.member] : [rules.guestBurst, rules.guest]
      return refusalAfter(await take(general, keyOf(viewer)))
    },
    /**
     * Counts what a REST request is about to do.
     * @param proof admits beyond a rule that is provable
     * @returns as checkApiLimit; where a proof helps, with a challenge
     */
    checkWorkLimit: async (work: Work, viewer: Viewer, proof = NO_PROOF): Promise<Response | null> => {
      if (viewer.role === 'service_role') return null
      const { own, mailing } = rulesOf(workLimits, work, isMember(viewer))
      const plain = own.filter(({ isProvable }) => !isProvable)
      const wait = Math.max(
        await take(plain, keyOf(viewer), work.rows),
        mailing ? await take([mailing], limitKey(viewer.address)) : 0,
      )
      if (wait > 0) return refusalAfter(wait)
      for (const rule of own.filter(({ isProvable }) => isProvable)) {
        const { waitMs, mayProve } = await takeProvable(rule, keyOf(viewer), proof)
        if (waitMs > 0) return refusalAfter(waitMs, mayProve ? await prover.challenge() : null)
      }
      return null
    },
  }
}

export type Limits = ReturnType<typeof createLimitsOver>

/** The operator, and what only asks what may be asked, are not counted. */
function exempt(rule: Rule): Promise<number> {
  noteLimit(rule.name)
  return Promise.resolve(0)
}

function isMember(viewer: Viewer): boolean {
  return viewer.role === 'authenticated' && viewer.userId !== null
}

function keyOf(viewer: Viewer): string {
  return isMember(viewer) ? `${viewer.userId}` : limitKey(viewer.address)
}

function rulesOf(
  limits: WorkLimits,
  { target, method }: Work,
  member: boolean,
): { own: readonly Rule[]; mailing?: Rule } {
  const who = member ? 'member' : 'guest'
  if (target.kind === 'routine') {
    const mailing = limits.mailing[target.name]
    return { own: limits.functions[target.name]?.[who] ?? [], ...(mailing ? { mailing } : {}) }
  }
  // Deleting and updating add no rows.
  const adds = method === 'POST' || method === 'PUT'
  if (target.kind !== 'relation' || !adds) return { own: [] }
  return { own: limits.tables[target.name]?.[who] ?? [] }
}

/** Value of Retry-After in whole seconds, at least 1. */
export function retryAfter(waitMs: number): string {
  return String(Math.max(1, Math.ceil(waitMs / 1_000)))
}

/** Header of a request with a proof of work, whose body is not ours to add to. */
export const PROOF_HEADER = 'x-captcha-token'

/** @param challenge whose solution in PROOF_HEADER replaces the wait; the auth API names both as this does */
function refusalAfter(waitMs: number, challenge: Challenge | null = null): Response | null {
  if (waitMs === 0) return null
  return Response.json(
    {
      code: 'over_request_rate_limit',
      details: null,
      hint: challenge ? `A solution of captcha_challenge in the header ${PROOF_HEADER} is let in.` : null,
      message: 'Request rate limit reached',
      ...(challenge ? { captcha_challenge: challenge } : {}),
    },
    {
      status: 429,
      headers: {
        'Retry-After': retryAfter(waitMs),
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'Retry-After, X-Sb-Error-Code',
        ...(challenge ? { 'X-Sb-Error-Code': 'captcha_failed' } : {}),
      },
    },
  )
}
