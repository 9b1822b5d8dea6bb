// Shared by endpoints that send mail: limits by address and mailbox, and the link's redirect target.
import { retryAfter } from '../../limits/limits.ts'
import { NO_PROOF, type Proof } from '../../limits/proof-of-work.ts'
import { AuthError } from '../errors.ts'
import { type AuthContext, admit, deviceOf, type Services } from '../services.ts'

/** The redirect target of the mailed link: the request's `redirect_to` if allowed, else the site. */
export function requestedRedirect({ redirects }: Services, context: AuthContext): string {
  return redirects.choose(context.req.query('redirect_to') ?? context.req.header('redirect_to'))
}

/** @throws AuthError 429 when the address or the mailbox exceeds its limit */
export async function admitMail(
  services: Services,
  context: AuthContext,
  email: string,
  proof: Proof = NO_PROOF,
): Promise<void> {
  const { mail } = services.limits
  const { address } = deviceOf(services, context)
  await admit(services, await mail.request(address, proof))
  await admit(services, await mail.mailbox(email, address, proof), assertMailboxLimit)
}

/** @throws AuthError 429 when `waitMs` is not 0 */
export function assertMailboxLimit(waitMs: number): void {
  if (waitMs === 0) return
  const seconds = retryAfter(waitMs)
  const message = `For security purposes, you can only request this after ${seconds} seconds.`
  throw new AuthError(429, 'over_email_send_rate_limit', message, { retryAfter: seconds })
}
