// POST /otp and POST /magiclink: mails a link and a code to sign in with, and creates the account first if there is
// none (unless create_user is false). Returns {} after the same work for every address.
import { z } from 'zod'
import { asAuth } from '../../database/scope.ts'
import { normalEmail } from '../emails/email-address.ts'
import { queueMail } from '../emails/emails.ts'
import { admitMail, requestedRedirect } from '../emails/mail-requests.ts'
import { AuthError } from '../errors.ts'
import { checkMetadata, metadata, optionalText, readBody } from '../read-body.ts'
import { type Endpoint, PROOF_FIELD, proofIn, type Services } from '../services.ts'
import { asAnswer, dryRunInsert, newAccount } from '../signup/new-account.ts'
import { CHALLENGE_FIELDS, readChallenge } from './pkce.ts'

const OTP = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: z.boolean().nullish(),
  data: metadata,
  ...PROOF_FIELD,
  ...CHALLENGE_FIELDS,
})

export function otp(services: Services): Endpoint {
  return async (context) => {
    const body = await readBody(context.req.raw, OTP)
    if (body.email && body.phone) {
      const message = 'Only an email address or phone number should be provided'
      throw new AuthError(400, 'validation_failed', message)
    }
    if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
    if (!body.email) throw new AuthError(400, 'validation_failed', 'One of email or phone must be set')
    const email = normalEmail(body.email)
    const challenge = readChallenge(body)
    const redirectTo = requestedRedirect(services, context)
    // If sign-up is not allowed the response is the same, without an e-mail.
    const join = (body.create_user ?? true) && !services.disableSignup ? (body.data ?? {}) : null
    checkMetadata(join ?? {})
    await admitMail(services, context, email, proofIn(services, body))
    await asAuth(services.db, async (sql) => {
      // A taken username is reported while the form is open, whether or not the address is registered.
      if (join) await dryRunInsert(sql, newAccount({ email, hashed: null, data: join, confirmed: false }))
      await queueMail(sql, { kind: 'sign in', email, redirectTo, challenge, join })
    }).catch((error: unknown) => {
      throw asAnswer(error)
    })
    return context.json({})
  }
}
