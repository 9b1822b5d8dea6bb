// GET /reauthenticate: mails a code to a member whose session is too old to change the password. The code is sent as
// `nonce` with PUT /user.
import { asAuth } from '../../database/scope.ts'
import { queueMail } from '../emails/emails.ts'
import { admitMail } from '../emails/mail-requests.ts'
import { AuthError } from '../errors.ts'
import { type Endpoint, requireUser, type Services } from '../services.ts'

export function reauthenticate(services: Services): Endpoint {
  return async (context) => {
    const { user } = await requireUser(services, context)
    if (!user.email) {
      const message = 'Reauthentication requires the user to have an email or a phone number'
      throw new AuthError(400, 'validation_failed', message)
    }
    await admitMail(services, context, user.email)
    await asAuth(services.db, (sql) => queueMail(sql, { kind: 'reauthenticate', userId: user.id }))
    return context.json({})
  }
}
