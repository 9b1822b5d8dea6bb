// Rate limits, as the services ask for them, over the rules of rules.ts. The site adds its own (WorkLimits).
import { setTimeout as delay } from 'node:timers/promises'
import { secretKeyTest } from '../auth/authenticate.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { noteLimit } from '../http/route-cost.ts'
import type { Logger } from '../log.ts'
import type { Redis } from '../redis.ts'
import type { RestOperation } from '../rest/planned-request.ts'
import type { Viewer } from '../viewer.ts'
import { type ClientAddress, createClientAddress, createFromProxy, limitKey } from './client-address.ts'
import { type Counter, type CounterFactory, inDatabase, inMemory, inRedis, uncounted } from './counters.ts'
import { createGradual, type GradualLimit, type Verdict } from './gradual.ts'
import { createMailLimit } from './mail-limit.ts'
import { type Challenge, createProver, NO_PROOF_OF_WORK, type ProofOfWork } from './proof-of-work.ts'
import { RULES, type Rule } from './rules.ts'
import type { RequestLimits } from './settings.ts'
import { attempt, createSignInLimit } from './sign-in-limit.ts'

/** A client at this multiple of a rule ignores its refusals, and hears of further ones only after FLOOD_DELAY_MS. */
const FLOOD_MULTIPLE = 3
/** Clients that wait for each answer send 4 requests a second over a connection then, instead of hundreds. */
const FLOOD_DELAY_MS = 250
/** Refusals beyond these are answered at once, so that a flood over many connections holds little memory. */
const MAX_DELAYED = 500

/** The API's rules, with the numbers that the operator chose. A burst is half of what a guest has a minute. */
function rulesWith(chosen: RequestLimits): typeof RULES {
  const rules = { ...RULES }
  for (const [name, points] of Object.entries(chosen) as [keyof typeof RULES, number][])
    rules[name] = { ...RULES[name], points }
  if (chosen.guest !== undefined)
    rules['guest-burst'] = { ...RULES['guest-burst'], points: Math.ceil(chosen.guest / 2) }
  return rules
}

/**
 * Rules of single tables (rows that are added) and functions of the schema `public`, on top of the general ones: a
 * member's writes are counted by those with the key 'member', a guest's by 'guest', and everybody's by 'address'.
 */
export type WorkLimits = {
  tables: Readonly<Record<string, readonly Rule[]>>
  functions: Readonly<Record<string, readonly Rule[]>>
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
  const signUp = createGradual(shared, rules['sign-up'])
  const refresh = shared(rules.refresh)
  const provider = shared(rules.provider)
  const challenge = shared(rules['mfa-challenge'])
  const codes = [rules['mfa-code'], rules['mfa-code-hour']].map(shared)
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
  const takeProvable = (rule: Rule, key: string, proof: ProofOfWork): Promise<Verdict> => {
    const limit = provable.get(rule.name) ?? createGradual(local, rule)
    provable.set(rule.name, limit)
    return limit.take(key, proof)
  }
  const takeOf = (viewer: Viewer, rule: Rule): Promise<number> =>
    viewer.role === 'service_role' ? exempt(rule) : take([rule], keyOf(rule, viewer))
  return {
    clientAddress,
    /** Whether a trusted proxy sent a request. */
    fromProxy,
    prover,
    signUp: (address: string, proof: ProofOfWork) => signUp.take(limitKey(address), proof),
    signIn: createSignInLimit(shared),
    mail: createMailLimit(shared, mailFrequency),
    /** An attempt with a code of the second factor `key`: counted before it is checked, refunded when it is right. */
    secondFactor: (key: string) => attempt(codes.map((counter) => ({ counter, key }))),
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
    takeProvable: (rule: Rule, address: string, proof: ProofOfWork) =>
      takeProvable(rule, limitKey(address), proof),
    provider: (address: string) => provider.take(limitKey(address)),
    challenge: (key: string) => challenge.take(key),
    /** Counts a request. @returns the refusal (429, Retry-After, PostgREST's error shape), or null if admitted */
    checkApiLimit: async (request: Request, viewer: Viewer): Promise<Response | null> => {
      if (viewer.role === 'service_role' || request.method === 'OPTIONS') {
        await exempt(rules.guest)
        return null
      }
      const general = isMember(viewer) ? [rules.member] : [rules['guest-burst'], rules.guest]
      return refusalAfter(await take(general, keyOf(rules.guest, viewer)))
    },
    /**
     * Counts what a REST request is about to do.
     * @param proof admits beyond a rule that says so
     * @returns as checkApiLimit; where a proof helps, with a challenge
     */
    checkWorkLimit: async (
      work: RestOperation,
      viewer: Viewer,
      proof = NO_PROOF_OF_WORK,
    ): Promise<Response | null> => {
      if (viewer.role === 'service_role') return null
      const own = rulesOf(workLimits, work, viewer)
      const plain = own.filter(({ withProof }) => withProof === undefined)
      const waits = plain.map((rule) => take([rule], keyOf(rule, viewer), work.rows))
      const wait = Math.max(0, ...(await Promise.all(waits)))
      if (wait > 0) return refusalAfter(wait)
      for (const rule of own.filter(({ withProof }) => withProof !== undefined)) {
        const { waitMs, mayProve } = await takeProvable(rule, keyOf(rule, viewer), proof)
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

function keyOf({ by }: Rule, viewer: Viewer): string {
  return by !== 'address' && isMember(viewer) ? `${viewer.userId}` : limitKey(viewer.address)
}

function rulesOf(limits: WorkLimits, { target, method }: RestOperation, viewer: Viewer): readonly Rule[] {
  // Deleting and updating add no rows.
  const adds = method === 'POST' || method === 'PUT'
  if (target.kind === 'root' || (target.kind === 'relation' && !adds)) return []
  const ofTarget = (target.kind === 'routine' ? limits.functions : limits.tables)[target.name] ?? []
  const own = isMember(viewer) ? 'member' : 'guest'
  return ofTarget.filter(({ by }) => by === own || by === 'address')
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
