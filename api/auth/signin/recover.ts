// POST /recover: mails a sign-in link to reset a forgotten password. Returns {} after the same work for every
// address.
import { z } from 'zod'
import { asAuth } from '../../database/scope.ts'
import { normalEmail } from '../emails/email-address.ts'
import { queueMail } from '../emails/emails.ts'
import { admitMail, requestedRedirect } from '../emails/mail-requests.ts'
import { AuthError } from '../errors.ts'
import { optionalText, readBody } from '../read-body.ts'
import { type Endpoint, PROOF_FIELD, proofIn, type Services } from '../services.ts'
import { CHALLENGE_FIELDS, readChallenge } from './pkce.ts'

const RECOVER = z.object({ email: optionalText, ...PROOF_FIELD, ...CHALLENGE_FIELDS })

export function recover(services: Services): Endpoint {
  return async (context) => {
    const body = await readBody(context.req.raw, RECOVER)
    if (!body.email) throw new AuthError(400, 'validation_failed', 'Password recovery requires an email')
    const email = normalEmail(body.email)
    const challenge = readChallenge(body)
    const redirectTo = requestedRedirect(services, context)
    await admitMail(services, context, email, proofIn(services, body))
    await asAuth(services.db, (sql) => queueMail(sql, { kind: 'recover', email, redirectTo, challenge }))
    return context.json({})
  }
}
