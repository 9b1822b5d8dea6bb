// How often anybody may ask. One table of rules, read by the REST API and by identity. The site adds its own (WorkLimits).
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import type { Work } from '../rest/planned-request.ts'
import type { Viewer } from '../viewer.ts'
import { type ClientAddress, createClientAddress, limitKey } from './client-address.ts'
import { type Counter, type CounterFactory, inDatabase, inMemory } from './counters.ts'
import { ADMITTED, createGradual, type Verdict } from './gradual.ts'
import { createMailLimit, type MailLimit } from './mail-limit.ts'
import { createProver, type Proof, type Prover } from './proof-of-work.ts'
import { attempt, createSignInLimit, type SignInLimit } from './sign-in-limit.ts'

const MINUTE = 60
const HOUR = 3_600

/** SAFETY figures. "10 an hour, 5 at once" is one window of 5 in half an hour: it bounds the rate and the burst. */
const RULES = {
  signUp: { name: 'sign-up', points: 5, seconds: HOUR / 2 },
  refresh: { name: 'refresh', points: 30, seconds: MINUTE },
  provider: { name: 'provider', points: 30, seconds: 5 * MINUTE },
  challenge: { name: 'mfa-challenge', points: 5, seconds: MINUTE },
  code: { name: 'mfa-code', points: 5, seconds: MINUTE },
  // Three codes of a million are right at any time: 30 tries an hour find one in some 450 days.
  codeHour: { name: 'mfa-code-hour', points: 30, seconds: HOUR },
  guestBurst: { name: 'guest-burst', points: 50, seconds: 10 },
  guest: { name: 'guest', points: 100, seconds: MINUTE },
  member: { name: 'member', points: 200, seconds: MINUTE },
  // A page may show some dozens of pictures, and many readers share an address: more than the API bears. What a browser
  // or a proxy keeps doesn't come here.
  file: { name: 'file', points: 600, seconds: MINUTE },
  // A member's own account and sessions, and what anybody may know of identity.
  account: { name: 'account', points: 200, seconds: MINUTE },
  settings: { name: 'settings', points: 100, seconds: MINUTE },
  upload: { name: 'upload', points: 30, seconds: HOUR / 2 },
  // A picture at a size that nobody asked for lately: decoding is dear.
  render: { name: 'render', points: 60, seconds: MINUTE },
} as const

/** At most `points` in `seconds`; rules of one name share their counters. */
type Rule = { name: string; points: number; seconds: number }

/** Limits of single tables and functions of the schema `public`, on top of the general ones. */
export type WorkLimits = {
  /** Rows that are added to a table. */
  tables: Readonly<Record<string, { member: readonly Rule[]; guest: readonly Rule[] }>>
  /** Calls of a function. */
  functions: Readonly<Record<string, { member: readonly Rule[]; guest: readonly Rule[] }>>
  /** Calls of a function that reaches a mailbox: counted by address, whoever calls. */
  mailing: Readonly<Record<string, Rule>>
}

export type Limits = {
  clientAddress: ClientAddress
  /** A request, whatever it does. @returns the refusal (429, Retry-After, PostgREST's error shape), or null: go on. */
  checkApiLimit(request: Request, viewer: Viewer): Promise<Response | null>
  /** What a request of the gateway is about to do. @returns as checkApiLimit */
  checkWorkLimit(work: Work, viewer: Viewer): Promise<Response | null>
  /** Reads a proof of work, and makes what is to be solved. */
  prover: Prover
  signUp(address: string, proof: Proof): Promise<Verdict>
  /** Each of these gives the milliseconds to wait; 0: go on. */
  refresh(address: string): Promise<number>
  signIn: SignInLimit
  upload(viewer: Viewer): Promise<number>
  /** A file that is open to everybody, or to whoever has its signed address. */
  file(address: string): Promise<number>
  /** A member's request to identity. */
  account(userId: string): Promise<number>
  /** Identity's public settings. */
  settings(address: string): Promise<number>
  /** One more of what `rules` count, for whoever has the address. */
  take(rules: readonly Rule[], address: string): Promise<number>
  render(viewer: Viewer): Promise<number>
  mail: MailLimit
  /** Leaving for a provider. */
  provider(address: string): Promise<number>
  /** Asking for a code of the second factor `key`. */
  challenge(key: string): Promise<number>
  /** A code of the second factor `key`: counted before it is looked at, taken back when it was right. */
  secondFactor(key: string): ReturnType<typeof attempt>
}

/** @throws ConfigError when TRUSTED_PROXIES cannot be read */
export function createLimits(options: {
  config: Config
  db: Database
  log: Logger
  work: WorkLimits
}): Limits {
  const { config, db, log, work } = options
  const clientAddress = createClientAddress(config.trustedProxies)
  if (!config.rateLimits) {
    log.warn('limits.disabled')
    return unlimited(clientAddress, createProver(config.secrets.ENCRYPTION_KEY, inMemory))
  }
  // A database that was given by address may have other processes of this site on it.
  const shared = config.databaseUrl ? inDatabase(db) : inMemory
  const { mailFrequency, secrets } = config
  const secret = secrets.ENCRYPTION_KEY
  return createLimitsOver({ clientAddress, shared, local: inMemory, mailFrequency, secret, work })
}

/** The limits over given counters: `shared` for identity, `local` for what may differ from node to node. */
export function createLimitsOver(options: {
  clientAddress: ClientAddress
  shared: CounterFactory
  local: CounterFactory
  /** Seconds between two mails to one mailbox. */
  mailFrequency?: number
  /** Signs what is to be solved, for every node of the site. */
  secret: string
  work: WorkLimits
}): Limits {
  const { clientAddress, shared, local, mailFrequency, secret, work: workLimits } = options
  const signUp = createGradual(shared, RULES.signUp)
  const refresh = shared(RULES.refresh)
  const provider = shared(RULES.provider)
  const challenge = shared(RULES.challenge)
  const code = shared(RULES.code)
  const codeHour = shared(RULES.codeHour)
  const counters = new Map<string, Counter>()
  const take = async (rules: readonly Rule[], key: string, points = 1): Promise<number> => {
    let wait = 0
    for (const rule of rules) {
      const counter = counters.get(rule.name) ?? local(rule)
      counters.set(rule.name, counter)
      wait = Math.max(wait, await counter.take(key, points))
    }
    return wait
  }
  const takeOf = (viewer: Viewer, rule: Rule): Promise<number> =>
    viewer.role === 'service_role' ? Promise.resolve(0) : take([rule], keyOf(viewer))
  return {
    clientAddress,
    prover: createProver(secret, shared),
    signUp: (address, proof) => signUp.take(limitKey(address), proof),
    refresh: (address) => refresh.take(limitKey(address)),
    signIn: createSignInLimit(shared),
    upload: (viewer) => takeOf(viewer, RULES.upload),
    file: (address) => take([RULES.file], limitKey(address)),
    account: (userId) => take([RULES.account], userId),
    settings: (address) => take([RULES.settings], limitKey(address)),
    take: (rules, address) => take(rules, limitKey(address)),
    render: (viewer) => takeOf(viewer, RULES.render),
    mail: createMailLimit(shared, mailFrequency),
    provider: (address) => provider.take(limitKey(address)),
    challenge: (key) => challenge.take(key),
    secondFactor: (key) => attempt([code, codeHour].map((counter) => ({ counter, key }))),
    checkApiLimit: async (request, viewer) => {
      if (viewer.role === 'service_role' || request.method === 'OPTIONS') return null
      const general = isMember(viewer) ? [RULES.member] : [RULES.guestBurst, RULES.guest]
      return refusalAfter(await take(general, keyOf(viewer)))
    },
    checkWorkLimit: async (work, viewer) => {
      if (viewer.role === 'service_role') return null
      const { own, mailing } = rulesOf(workLimits, work, isMember(viewer))
      const wait = Math.max(
        await take(own, keyOf(viewer), work.rows),
        mailing ? await take([mailing], limitKey(viewer.address)) : 0,
      )
      return refusalAfter(wait)
    },
  }
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
  // What is taken back makes no more of anything.
  const adds = method === 'POST' || method === 'PUT'
  if (target.kind !== 'relation' || !adds) return { own: [] }
  return { own: limits.tables[target.name]?.[who] ?? [] }
}

function unlimited(clientAddress: ClientAddress, prover: Prover): Limits {
  const never = () => Promise.resolve(0)
  const admitted = () => Promise.resolve(ADMITTED)
  const succeeded = () => Promise.resolve()
  return {
    clientAddress,
    prover,
    signUp: admitted,
    signIn: () => Promise.resolve({ ...ADMITTED, succeeded }),
    mail: { request: admitted, mailbox: admitted, verify: never },
    secondFactor: () => Promise.resolve({ wait: 0, succeeded }),
    checkApiLimit: () => Promise.resolve(null),
    checkWorkLimit: () => Promise.resolve(null),
    refresh: never,
    upload: never,
    render: never,
    take: never,
    file: never,
    account: never,
    settings: never,
    provider: never,
    challenge: never,
  }
}

/** Seconds for Retry-After: whole, and never 0. */
export function retryAfter(waitMs: number): string {
  return String(Math.max(1, Math.ceil(waitMs / 1_000)))
}

function refusalAfter(waitMs: number): Response | null {
  if (waitMs === 0) return null
  return Response.json(
    { code: 'over_request_rate_limit', details: null, hint: null, message: 'Request rate limit reached' },
    {
      status: 429,
      headers: {
        'Retry-After': retryAfter(waitMs),
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'Retry-After',
      },
    },
  )
}
