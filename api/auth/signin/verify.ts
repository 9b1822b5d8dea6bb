// /verify: confirms a mailed token. POST takes the link's token (token_hash) or the code, and returns the session. GET is a
// link that a client has built, opened in a browser, and redirects; our own mails lead to a page first (confirm-page.ts).
import { z } from 'zod'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { isPkceLink, type MailedToken, type MailedTokenType } from '../emails/mail-secrets.ts'
import { AuthError, invalid } from '../errors.ts'
import { foldCase, optionalText, readBody } from '../read-body.ts'
import { type AuthContext, assertWithinLimit, deviceOf } from '../services.ts'
import { type Method, type SessionBody, sessionParameters } from '../sessions.ts'
import { confirmMailedToken } from './confirm.ts'
import { issueCode } from './pkce.ts'

/** The tokens that each `type` accepts, and the resulting authentication method. */
const TYPES = new Map<string, { tokens: MailedTokenType[]; method: Method }>([
  ['signup', { tokens: ['confirmation_token'], method: 'email/signup' }],
  ['invite', { tokens: ['confirmation_token'], method: 'invite' }],
  ['magiclink', { tokens: ['recovery_token'], method: 'magiclink' }],
  ['recovery', { tokens: ['recovery_token'], method: 'recovery' }],
  ['email', { tokens: ['confirmation_token', 'recovery_token'], method: 'otp' }],
  [
    'email_change',
    { tokens: ['email_change_token_new', 'email_change_token_current'], method: 'email_change' },
  ],
])
const HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
const LINK_OVER = 'Email link is invalid or has expired'
const CODE = /^\d{6}$/

type Outcome =
  | { kind: 'session'; session: SessionBody }
  | { kind: 'code'; code: string }
  | { kind: 'partiallyConfirmed' }
  | { kind: 'expired' }

const VERIFY = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
})

/** POST /verify */
export async function verify(context: AuthContext): Promise<Response> {
  const { limits, mailSecrets } = context.var.services
  assertWithinLimit(await limits.mail.verify(deviceOf(context).address))
  const { type, token, token_hash: link, email, phone } = await readBody(context.req.raw, VERIFY)
  const { tokens } = typeOf(type)
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  if (Boolean(token) === Boolean(link)) throw invalid('Verify requires either a token or a token hash')
  if (link && email) throw invalid('Only the token_hash and type should be provided')
  if (token && !email) throw invalid('Only an email address or phone number should be provided on verify')
  const take = (sql: Sql) =>
    link
      ? mailSecrets.takeByLink(sql, link, tokens)
      : mailSecrets.takeByCode(sql, {
          email: foldCase(email ?? ''),
          types: tokens,
          // A malformed code counts as a wrong one.
          code: CODE.test(token ?? '') ? (token ?? '') : '',
        })
  const outcome = await redeem(context, take, null)
  if (outcome.kind === 'session') return context.json(outcome.session)
  if (outcome.kind === 'partiallyConfirmed') return context.json({ code: '200', msg: HALF })
  throw new AuthError(403, 'otp_expired', link ? LINK_OVER : 'Token has expired or is invalid')
}

/** GET /verify?token=&type=&redirect_to= */
export async function verifyLink(context: AuthContext): Promise<Response> {
  const { limits } = context.var.services
  // Link scanners send HEAD before the reader opens the link; they must not consume it.
  if (context.req.raw.method === 'HEAD') return context.body(null, 200)
  assertWithinLimit(await limits.mail.verify(deviceOf(context).address))
  return followLink(context, {
    link: context.req.query('token') || context.req.query('token_hash') || '',
    type: context.req.query('type') ?? null,
    redirectTo: context.req.query('redirect_to'),
  })
}

/** Consumes the token of a link, and redirects with the session, or with why there is none. */
export async function followLink(
  context: AuthContext,
  { link, type, redirectTo }: { link: string; type: string | null; redirectTo: string | undefined },
): Promise<Response> {
  const { mailSecrets, redirects } = context.var.services
  const target = redirects.choose(redirectTo)
  const place = isPkceLink(link) ? 'both' : 'fragment'
  const { tokens, method } = typeOf(type)
  if (!link) throw invalid('Verify requires a token or a token hash')
  const lead = (where: 'query' | 'fragment' | 'both', answer: Record<string, string>) => {
    // The URL contained a secret.
    context.header('Referrer-Policy', 'no-referrer')
    return context.redirect(redirects.withAnswer(target, where, answer), 303)
  }
  try {
    const outcome = await redeem(context, (sql) => mailSecrets.takeByLink(sql, link, tokens), method)
    switch (outcome.kind) {
      case 'session':
        return lead('fragment', { ...sessionParameters(outcome.session), type: type ?? '' })
      case 'code':
        return lead('query', { code: outcome.code })
      case 'partiallyConfirmed':
        return lead(place, { message: HALF })
      case 'expired':
        throw new AuthError(403, 'otp_expired', LINK_OVER)
    }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const answer = { error: 'access_denied', error_code: error.code, error_description: error.message }
    return lead(place, answer)
  }
}

/**
 * Consumes a token and applies it. A refusal commits too, because it counts as an attempt.
 * @param method of the code that a PKCE flow gets; null: a session in any case
 */
function redeem(
  context: AuthContext,
  take: (sql: Sql) => Promise<MailedToken | null>,
  method: Method | null,
): Promise<Outcome> {
  const { db, sessions } = context.var.services
  return asAuth(db, async (sql): Promise<Outcome> => {
    const token = await take(sql)
    const confirmation = token && (await confirmMailedToken(sql, token))
    if (!token || !confirmation) return { kind: 'expired' }
    if (confirmation.state === 'partiallyConfirmed') return { kind: 'partiallyConfirmed' }
    const { userId } = confirmation
    if (method && token.code_challenge) {
      return { kind: 'code', code: await issueCode(sql, { userId, challenge: token.code_challenge, method }) }
    }
    return { kind: 'session', session: await sessions.open(sql, userId, deviceOf(context), 'otp') }
  })
}

function typeOf(type: string | null): { tokens: MailedTokenType[]; method: Method } {
  if (!type) throw invalid('Verify requires a verification type')
  const known = TYPES.get(type)
  if (!known) throw invalid('Unsupported verification type')
  return known
}
