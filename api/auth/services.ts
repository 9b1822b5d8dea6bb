// Dependencies and helpers that the endpoints of /auth/v1 share.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Language } from '../../shared/languages.ts'
import { apiAddress } from '../addresses.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { asAuth } from '../database/scope.ts'
import type { PageLook } from '../http/small-page.ts'
import type { Verdict } from '../limits/gradual.ts'
import { type Limits, retryAfter } from '../limits/limits.ts'
import type { ProofOfWork } from '../limits/proof-of-work.ts'
import type { Logger } from '../log.ts'
import { bearerOf, createGate, isUuid } from './authenticate.ts'
import { createMailSecrets } from './emails/mail-secrets.ts'
import { createRedirects } from './emails/redirects.ts'
import { AuthError } from './errors.ts'
import { createSealer } from './mfa/sealing.ts'
import type { Providers } from './oauth/providers.ts'
import { createSessions, type Device } from './sessions.ts'
import { createPasswords } from './signin/passwords.ts'
import { createTokens, TokenError } from './tokens.ts'
import { findUser, hasSecondFactor, type UserRow } from './users.ts'

/** Rules about accounts that the site provides. */
export type AccountRules = {
  /** The reason of a ban, shown to the account's owner; null if unknown. */
  banReason(userId: string): Promise<{ reason: string | null; since: string } | null>
  /** Whether a new account must confirm its address; read for each sign-up, because the setting may change. */
  requiresConfirmation(): Promise<boolean>
  /** What to say when a row of the site's tables violates the constraint of that name; null if nothing is known. */
  messageOf(constraint: string): string | null
  /** What to say when names that an account asks for are not shown on this site; null: they are. */
  refusalOfNames(data: Readonly<Record<string, unknown>>): Promise<string | null>
  /**
   * What members may choose when they close their accounts: booleans of the request's body. Triggers read a choice from the
   * setting `account.<name>`, which is then `true`.
   */
  closingChoices: readonly string[]
  /** The language that a member chose for mails; null: none, so that it is that of the page which asked for the mail. */
  languageOf(userId: string): Promise<Language | null>
}

/** A cookie that the site sets with each session, for what is no part of the contract; it identifies nobody. */
export type SessionCookie = {
  /** The value of Set-Cookie. */
  issue(userId: string): string
  remove(): string
}

export type AuthOptions = {
  /** `siteUrl` must be known: mails and redirects lead there. */
  config: Config & { siteUrl: string }
  db: Database
  log: Logger
  limits: Limits
  accounts: AccountRules
  /** Null: none. */
  sessionCookie?: SessionCookie | null
  /** Of the pages behind the links of mails. */
  pageLook: PageLook
}

export type AuthServices = Awaited<ReturnType<typeof createServices>>

export async function createServices({ config, db, log, limits, accounts, pageLook }: AuthOptions) {
  const { SIGNING_KEY, PREVIOUS_SIGNING_KEYS, PUBLISHABLE_KEY, SECRET_KEY, ENCRYPTION_KEY } = config.secrets
  const { siteUrl, anonymousSignIn, disableSignup, manualLinking } = config
  const tokens = await createTokens({
    keys: { current: SIGNING_KEY, previous: PREVIOUS_SIGNING_KEYS },
    verificationKeys: config.verificationKeys,
    issuer: apiAddress(config, '/auth/v1'),
    secret: config.jwtSecret,
  })
  /** Whether mail is sent, rather than written to files. */
  const canMail = config.smtpUrl !== null
  return {
    db,
    log,
    limits,
    siteUrl,
    pageLook,
    /** The public address of an endpoint. */
    apiAddress: (path: string) => apiAddress(config, path),
    canMail,
    anonymousSignIn,
    /** Whether only the operator creates accounts. */
    disableSignup,
    /** Whether members may link and unlink identities. */
    manualLinking,
    tokens,
    gate: createGate(tokens, { publishable: PUBLISHABLE_KEY, secret: SECRET_KEY }),
    sessions: createSessions(db, tokens, ENCRYPTION_KEY, config.reuseInterval),
    passwords: createPasswords(config.minimumPassword, config.passwordBlocklist),
    sealer: createSealer(ENCRYPTION_KEY),
    mailSecrets: createMailSecrets(ENCRYPTION_KEY),
    providers: await openProviders(config.providers),
    redirects: createRedirects(siteUrl, config.redirectUrls),
    accounts,
    /** Whether a new account needs no confirmation. */
    autoconfirm: async () => config.autoconfirm ?? !(canMail && (await accounts.requiresConfirmation())),
  }
}

/** Most sites have none, and need not load what speaks with them. */
async function openProviders(settings: Config['providers']): Promise<Providers> {
  if (Object.keys(settings).length === 0) return new Map()
  return (await import('./oauth/providers.ts')).createProviders(settings)
}

export type AuthEnv = { Bindings: { incoming: IncomingMessage }; Variables: { services: AuthServices } }
export type AuthContext = Context<AuthEnv>

export function deviceOf(context: AuthContext): Device {
  const userAgent = context.req.header('user-agent') ?? null
  return { address: context.var.services.limits.clientAddress(context.env.incoming), userAgent }
}

/** @throws AuthError 429 when `waitMs` is not 0 */
export function assertWithinLimit(waitMs: number): void {
  if (waitMs === 0) return
  const message = 'Request rate limit reached'
  throw new AuthError(429, 'over_request_rate_limit', message, { retryAfter: retryAfter(waitMs) })
}

/** @throws AuthError 422 where only the operator creates accounts */
export function assertSignupOpen(context: AuthContext): void {
  if (!context.var.services.disableSignup) return
  throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
}

/** @throws AuthError 404 where members may not link identities */
export function requireManualLinking(context: AuthContext): void {
  if (context.var.services.manualLinking) return
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

/** Field of a body with a proof of work: where official clients put `captchaToken`. */
export const PROOF_OF_WORK_FIELD = { gotrue_meta_security: z.unknown().optional() }

export function proofOfWorkIn(context: AuthContext, body: { gotrue_meta_security?: unknown }): ProofOfWork {
  const security = body.gotrue_meta_security
  const token = typeof security === 'object' && security !== null && 'captcha_token' in security
  return context.var.services.limits.prover.read(token ? security.captcha_token : null)
}

/**
 * Continues if `verdict` allows it.
 * @throws AuthError 429 captcha_failed with a challenge where a proof of work helps, else the refusal
 */
export async function admit(
  context: AuthContext,
  { waitMs, mayProve }: Verdict,
  refuse: (waitMs: number) => void = assertWithinLimit,
): Promise<void> {
  if (waitMs > 0 && mayProve) {
    const message = 'captcha protection: request disallowed (proof-of-work-required)'
    const challenge = await context.var.services.limits.prover.challenge()
    throw new AuthError(429, 'captcha_failed', message, {
      retryAfter: retryAfter(waitMs),
      captcha_challenge: challenge,
    })
  }
  refuse(waitMs)
}

export type SignedIn = {
  user: UserRow
  session: { id: string; aal: 'aal1' | 'aal2'; provenEmail: string | null } | null
}

/**
 * The member whose access token the request carries.
 * @throws AuthError 401 without a token, 429 over the limit, 403 when the token, its account or its session is
 *   invalid
 */
export async function requireUser(context: AuthContext): Promise<SignedIn> {
  const { db, gate, limits } = context.var.services
  const token = bearerOf(context.req.header('authorization') ?? null)
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a Bearer token')
  const claims = await gate.verifyToken(token).catch((error: unknown) => {
    if (!(error instanceof TokenError)) throw error
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${error.message}`)
  })
  const { sub, session_id: sessionId } = claims
  if (typeof sub !== 'string' || sub === '') {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  }
  if (!isUuid(sub)) throw new AuthError(403, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  if (sessionId !== undefined && !isUuid(sessionId)) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID')
  }
  assertWithinLimit(await limits.account(sub))
  return asAuth(db, async (sql) => {
    const user = await findUser(sql, sub)
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
    if (user.banned) throw new AuthError(403, 'user_banned', 'User is banned')
    if (sessionId === undefined) return { user, session: null }
    const [session] = await sql<NonNullable<SignedIn['session']>[]>`
      select id, aal, proven_email as "provenEmail"
      from auth.sessions
      where id = ${sessionId} and user_id = ${sub} and (not_after is null or not_after > now())`
    if (!session) {
      throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    }
    return { user, session }
  })
}

/** The id in the path. @throws AuthError 404 when it is none */
export function uuidParam(context: AuthContext, name: 'factor' | 'identity' | 'session' | 'user'): string {
  const id = context.req.param(name)
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', `${name}_id must be an UUID`)
  return id
}

/** @throws AuthError 403 when the account has a second factor that this session has not verified */
export function requireSecondStep({ user, session }: SignedIn, message: string): void {
  if (hasSecondFactor(user) && session?.aal !== 'aal2') throw new AuthError(403, 'insufficient_aal', message)
}

/** The session of a member. @throws AuthError 403 for an operator's token, which has none */
export function requireSession({ session }: SignedIn): NonNullable<SignedIn['session']> {
  if (!session) throw new AuthError(403, 'session_not_found', 'This token belongs to no session')
  return session
}
