// POST /resend: repeats the e-mail of a sign-up or a change of address. {} for every address.
import { z } from 'zod'
import { asAuth } from '../../database/scope.ts'
import { normalEmail } from '../emails/email-address.ts'
import { queueMail } from '../emails/emails.ts'
import { admitMail, requestedRedirect } from '../emails/mail-requests.ts'
import { AuthError } from '../errors.ts'
import { optionalText, readBody } from '../read-body.ts'
import { type Endpoint, PROOF_FIELD, proofIn, type Services } from '../services.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../signin/pkce.ts'

const RESEND = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...PROOF_FIELD,
  ...CHALLENGE_FIELDS,
})
const KINDS = new Map([
  ['signup', 'confirm' as const],
  ['email_change', 'change email' as const],
])

export function resend(services: Services): Endpoint {
  return async (context) => {
    const body = await readBody(context.req.raw, RESEND)
    if (body.phone || body.type === 'sms' || body.type === 'phone_change') {
      throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
    }
    const kind = KINDS.get(body.type ?? '')
    if (!kind) {
      const message = 'Missing one of these types: signup, email_change, sms, phone_change'
      throw new AuthError(400, 'validation_failed', message)
    }
    if (!body.email) throw new AuthError(400, 'validation_failed', 'Type provided requires an email address')
    const email = normalEmail(body.email)
    const challenge = readChallenge(body)
    const redirectTo = requestedRedirect(services, context)
    await admitMail(services, context, email, proofIn(services, body))
    await asAuth(services.db, (sql) => queueMail(sql, { kind, email, redirectTo, challenge }))
    return context.json({})
  }
}
