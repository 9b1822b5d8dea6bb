// POST /invite: creates an account that the operator invites, and mails the invitation.
import { z } from 'zod'
import { asAuth } from '../../database/scope.ts'
import { normalEmail } from '../emails/email-address.ts'
import { queueMail } from '../emails/emails.ts'
import { requestedRedirect } from '../emails/mail-requests.ts'
import { AuthError } from '../errors.ts'
import { checkMetadata, metadata, readBody } from '../read-body.ts'
import type { Endpoint, Services } from '../services.ts'
import { asAnswer, insertAccount, invitedAccount } from '../signup/new-account.ts'
import { findUser, type UserRow, userBody } from '../users.ts'
import { requireService } from './admin.ts'

const INVITATION = z.object({ email: z.string(), data: metadata })

/**
 * 200 with the account, which is unconfirmed until its owner opens the link. An unconfirmed account is invited again.
 */
export function adminInvite(services: Services): Endpoint {
  const { db } = services
  return async (context) => {
    await requireService(services, context)
    const input = await readBody(context.req.raw, INVITATION)
    const email = normalEmail(input.email)
    const data = input.data ?? {}
    checkMetadata(data)
    const redirectTo = requestedRedirect(services, context)
    const invited = await asAuth(db, async (sql) => {
      const [found] = await sql<{ id: string; confirmed: boolean }[]>`
        select id, email_confirmed_at is not null as confirmed from auth.users
        where lower(email) = ${email} and not is_sso_user and deleted_at is null
        for update`
      if (found?.confirmed) {
        throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
      }
      const account = invitedAccount({ email, hashed: null, data })
      if (!found) await insertAccount(sql, account)
      const id = found?.id ?? account.id
      await sql`update auth.users set invited_at = now(), updated_at = now() where id = ${id}`
      await queueMail(sql, { kind: 'invite', email, redirectTo, challenge: null })
      return (await findUser(sql, id)) as UserRow
    }).catch((error: unknown) => {
      throw asAnswer(error)
    })
    return context.json(userBody(invited))
  }
}
