// Dependencies and helpers that the endpoints of /auth/v1 share.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { asAuth } from '../database/scope.ts'
import type { Verdict } from '../limits/gradual.ts'
import { type Limits, retryAfter } from '../limits/limits.ts'
import type { Proof } from '../limits/proof-of-work.ts'
import type { Logger } from '../log.ts'
import { bearerOf, type Gate } from './authenticate.ts'
import type { MailSecrets } from './emails/mail-secrets.ts'
import type { Redirects } from './emails/redirects.ts'
import { AuthError, type BanNotice } from './errors.ts'
import type { Sealer } from './mfa/sealing.ts'
import type { Providers } from './oauth/providers.ts'
import type { Device, Sessions } from './sessions.ts'
import type { Passwords } from './signin/passwords.ts'
import { TokenError, type Tokens } from './tokens.ts'
import { findUser, hasSecondFactor, type UserRow } from './users.ts'

export type Services = {
  db: Database
  limits: Limits
  passwords: Passwords
  tokens: Tokens
  sessions: Sessions
  gate: Gate
  sealer: Sealer
  /** The site's public URL. */
  siteUrl: string
  log: Logger
  /** Enabled sign-in providers. */
  providers: Providers
  redirects: Redirects
  mailSecrets: MailSecrets
  /** Whether mail is sent, rather than written to files. */
  canMail: boolean
  /** Whether anonymous sign-in is enabled. */
  anonymousSignIn: boolean
  /** The ban notice, shown only after the right password. */
  banNotice(userId: string): Promise<BanNotice | null>
  /** Whether only the operator creates accounts. */
  disableSignup: boolean
  /** Whether members may link and unlink identities. */
  manualLinking: boolean
  /** Whether a new account needs no confirmation. */
  autoconfirm(): Promise<boolean>
}

export type AuthContext = Context<{ Bindings: { incoming: IncomingMessage } }>
export type Endpoint = (context: AuthContext) => Promise<Response>

/** The client's device, stored with its session. */
export function deviceOf({ limits }: Services, context: AuthContext): Device {
  const userAgent = context.req.header('user-agent') ?? null
  return { address: limits.clientAddress(context.env.incoming), userAgent }
}

/** @throws AuthError 429 when `waitMs` is not 0 */
export function assertWithinLimit(waitMs: number): void {
  if (waitMs === 0) return
  const message = 'Request rate limit reached'
  throw new AuthError(429, 'over_request_rate_limit', message, { retryAfter: retryAfter(waitMs) })
}

/** @throws AuthError 422 where only the operator creates accounts */
export function assertSignupOpen({ disableSignup }: Services): void {
  if (disableSignup) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
}

/** @throws AuthError 404 where members may not link identities */
export function requireManualLinking({ manualLinking }: Services): void {
  if (!manualLinking) throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

/** Field of a body with a proof of work: where official clients put `captchaToken`. */
export const PROOF_FIELD = { gotrue_meta_security: z.unknown().optional() }

/** The proof of work in a body. */
export function proofIn({ limits }: Services, body: { gotrue_meta_security?: unknown }): Proof {
  const security = body.gotrue_meta_security
  const token = typeof security === 'object' && security !== null && 'captcha_token' in security
  return limits.prover.read(token ? security.captcha_token : null)
}

/**
 * Continues if `verdict` allows it.
 * @throws AuthError 429 captcha_failed with a challenge where a proof of work helps, else the refusal
 */
export async function admit(
  { limits }: Services,
  { waitMs, mayProve }: Verdict,
  refuse: (waitMs: number) => void = assertWithinLimit,
): Promise<void> {
  if (waitMs > 0 && mayProve) {
    const message = 'captcha protection: request disallowed (proof-of-work-required)'
    const challenge = await limits.prover.challenge()
    throw new AuthError(429, 'captcha_failed', message, {
      retryAfter: retryAfter(waitMs),
      captcha_challenge: challenge,
    })
  }
  refuse(waitMs)
}

export type SignedIn = {
  user: UserRow
  session: { id: string; hoursOld: number; aal: 'aal1' | 'aal2' } | null
}

/**
 * The member whose access token the request carries.
 * @throws AuthError 401 without a token, 429 over the limit, 403 when the token, its account or its session is
 *   invalid
 */
export async function requireUser({ db, gate, limits }: Services, context: AuthContext): Promise<SignedIn> {
  const token = bearerOf(context.req.header('authorization') ?? null)
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a Bearer token')
  const claims = await gate.verifyToken(token).catch((error: unknown) => {
    if (!(error instanceof TokenError)) throw error
    const message = `invalid JWT: unable to parse or verify signature, ${error.message}`
    throw new AuthError(403, 'bad_jwt', message)
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
      select id, (extract(epoch from now() - created_at) / 3600)::float8 as "hoursOld", aal
      from auth.sessions
      where id = ${sessionId} and user_id = ${sub} and (not_after is null or not_after > now())`
    if (!session) {
      throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    }
    return { user, session }
  })
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

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}
