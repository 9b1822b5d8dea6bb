// The endpoints that mail a link or a code: /recover, /otp and /magiclink, /resend, /reauthenticate. Each returns {} after
// the same work for every address. What they share with sign-up and changes of address: limits and the redirect target.
import { z } from 'zod'
import { asAuth } from '../../database/scope.ts'
import { retryAfter } from '../../limits/limits.ts'
import { NO_PROOF_OF_WORK, type ProofOfWork } from '../../limits/proof-of-work.ts'
import { AuthError, invalid } from '../errors.ts'
import { checkMetadata, metadata, normalEmail, optionalText, readBody } from '../read-body.ts'
import {
  type AuthContext,
  admit,
  deviceOf,
  PROOF_OF_WORK_FIELD,
  proofOfWorkIn,
  requireUser,
} from '../services.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../signin/pkce.ts'
import { dryRunInsert, newAccount, rethrow } from '../signup/new-account.ts'
import { type MailTask, queueMail } from './emails.ts'

const RECOVER = z.object({ email: optionalText, ...PROOF_OF_WORK_FIELD, ...CHALLENGE_FIELDS })
const OTP = RECOVER.extend({ phone: optionalText, create_user: z.boolean().nullish(), data: metadata })
const RESEND = RECOVER.extend({ type: optionalText, phone: optionalText })
const RESENT = new Map([
  ['signup', 'confirm' as const],
  ['email_change', 'change email' as const],
])

/** POST /recover: mails a sign-in link to reset a forgotten password. */
export async function recover(context: AuthContext): Promise<Response> {
  const body = await readBody(context.req.raw, RECOVER)
  if (!body.email) throw invalid('Password recovery requires an email')
  const link = linkRequest(context, body.email, body)
  await admitMail(context, link.email, proofOfWorkIn(context, body))
  return queued(context, { kind: 'recover', ...link })
}

/**
 * POST /otp and POST /magiclink: mails a link and a code to sign in with, and creates the account first if there is
 * none (unless create_user is false).
 */
export async function otp(context: AuthContext): Promise<Response> {
  const { db, disableSignup } = context.var.services
  const body = await readBody(context.req.raw, OTP)
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided')
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  if (!body.email) throw invalid('One of email or phone must be set')
  const link = linkRequest(context, body.email, body)
  // If sign-up is not allowed the response is the same, without an e-mail.
  const join = (body.create_user ?? true) && !disableSignup ? (body.data ?? {}) : null
  checkMetadata(join ?? {})
  const { email } = link
  await admitMail(context, email, proofOfWorkIn(context, body))
  await asAuth(db, async (sql) => {
    // A taken username is reported while the form is open, whether or not the address is registered.
    if (join) await dryRunInsert(sql, newAccount({ email, hashed: null, data: join, confirmed: false }))
    await queueMail(sql, { kind: 'sign in', ...link, join })
  }).catch(rethrow(context))
  return context.json({})
}

/** POST /resend: repeats the e-mail of a sign-up or a change of address. */
export async function resend(context: AuthContext): Promise<Response> {
  const body = await readBody(context.req.raw, RESEND)
  if (body.phone || body.type === 'sms' || body.type === 'phone_change') {
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  const kind = RESENT.get(body.type ?? '')
  if (!kind) throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  if (!body.email) throw invalid('Type provided requires an email address')
  const link = linkRequest(context, body.email, body)
  await admitMail(context, link.email, proofOfWorkIn(context, body))
  return queued(context, { kind, ...link })
}

/**
 * GET /reauthenticate: mails a code to a member whose session is too old to change the password. The code is sent as
 * `nonce` with PUT /user.
 */
export async function reauthenticate(context: AuthContext): Promise<Response> {
  const { user } = await requireUser(context)
  if (!user.email) throw invalid('Reauthentication requires the user to have an email or a phone number')
  await admitMail(context, user.email)
  return queued(context, { kind: 'reauthenticate', userId: user.id })
}

async function queued(context: AuthContext, task: MailTask): Promise<Response> {
  await asAuth(context.var.services.db, (sql) => queueMail(sql, task))
  return context.json({})
}

/** What a mailed link is made of. @throws AuthError 400 for an invalid address or PKCE challenge */
function linkRequest(
  context: AuthContext,
  email: string,
  pkce: Parameters<typeof readChallenge>[0],
): { email: string; challenge: string | null; redirectTo: string } {
  return {
    email: normalEmail(email),
    challenge: readChallenge(pkce),
    redirectTo: requestedRedirect(context),
  }
}

/** The redirect target of the mailed link: the request's `redirect_to` if allowed, else the site. */
export function requestedRedirect(context: AuthContext): string {
  const requested = context.req.query('redirect_to') ?? context.req.header('redirect_to')
  return context.var.services.redirects.choose(requested)
}

/** @throws AuthError 429 when the address or the mailbox exceeds its limit */
export async function admitMail(
  context: AuthContext,
  email: string,
  proof: ProofOfWork = NO_PROOF_OF_WORK,
): Promise<void> {
  const { mail } = context.var.services.limits
  const { address } = deviceOf(context)
  await admit(context, await mail.request(address, proof))
  await admit(context, await mail.mailbox(email, address, proof), assertMailboxLimit)
}

/** @throws AuthError 429 when `waitMs` is not 0 */
export function assertMailboxLimit(waitMs: number): void {
  if (waitMs === 0) return
  const seconds = retryAfter(waitMs)
  const message = `For security purposes, you can only request this after ${seconds} seconds.`
  throw new AuthError(429, 'over_email_send_rate_limit', message, { retryAfter: seconds })
}
