// What every endpoint that sends mail asks before it does: may this visitor, may this mailbox, and where does the
// link lead.
import { retryAfter } from '../limits/limits.ts'
import { NO_PROOF, type Proof } from '../limits/proof-of-work.ts'
import { AuthError } from './errors.ts'
import { type AuthContext, admit, deviceOf, type Services } from './services.ts'

/** Where the mailed link leads on to: `redirect_to` of the request where it is allowed, else the site. */
export function requestedRedirect({ redirects }: Services, context: AuthContext): string {
  return redirects.choose(context.req.query('redirect_to') ?? context.req.header('redirect_to'))
}

/** @throws AuthError 429 when the visitor, or anybody for this mailbox, asked too often */
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
