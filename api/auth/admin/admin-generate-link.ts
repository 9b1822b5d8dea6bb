// POST /admin/generate_link: returns a link for the operator to deliver. Nothing is mailed.
import { z } from 'zod'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { normalEmail } from '../emails/email-address.ts'
import type { ProofType } from '../emails/mail-secrets.ts'
import { AuthError } from '../errors.ts'
import { checkMetadata, metadata, optionalText, readBody } from '../read-body.ts'
import type { Endpoint, Services } from '../services.ts'
import { asAnswer, insertAccount, invitedAccount } from '../signup/new-account.ts'
import { findUser, type UserRow, userBody } from '../users.ts'
import { requireService } from './admin.ts'

const LINK = z.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: metadata,
  redirect_to: optionalText,
})

/** The proof that each link type uses, and the `type` parameter with which it is opened. */
const TYPES = new Map<string, { proof: ProofType; as: string; makes: boolean }>([
  ['signup', { proof: 'confirmation_token', as: 'signup', makes: true }],
  ['invite', { proof: 'confirmation_token', as: 'invite', makes: true }],
  ['magiclink', { proof: 'recovery_token', as: 'magiclink', makes: true }],
  ['recovery', { proof: 'recovery_token', as: 'recovery', makes: false }],
  ['email_change_current', { proof: 'email_change_token_current', as: 'email_change', makes: false }],
  ['email_change_new', { proof: 'email_change_token_new', as: 'email_change', makes: false }],
])

/** 200 with the account, the link and the code. */
export function adminGenerateLink(services: Services): Endpoint {
  const { db, mailSecrets, passwords, redirects, siteUrl } = services
  return async (context) => {
    await requireService(services, context)
    const input = await readBody(context.req.raw, LINK)
    const type = TYPES.get(input.type ?? '')
    if (!type)
      throw new AuthError(400, 'validation_failed', `Invalid email action link type requested: ${input.type}`)
    if (!input.email) throw new AuthError(400, 'validation_failed', 'An email address is required')
    const email = normalEmail(input.email)
    const newEmail = type.as === 'email_change' ? normalEmail(input.new_email ?? '') : null
    checkMetadata(input.data ?? {})
    if (input.type === 'signup') await passwords.check(input.password ?? '', [email])
    const hashed = input.type === 'signup' && input.password ? await passwords.hash(input.password) : null
    const redirectTo = redirects.choose(input.redirect_to ?? context.req.query('redirect_to'))
    const made = await asAuth(db, async (sql) => {
      const account = invitedAccount({ email, hashed, data: input.data ?? {} })
      const found = await findByEmail(sql, email)
      if (found?.confirmed && (type.as === 'signup' || type.as === 'invite')) {
        throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
      }
      if (!found && !type.makes) throw new AuthError(404, 'user_not_found', 'User with this email not found')
      if (!found) await insertAccount(sql, account)
      const id = found?.id ?? account.id
      if (newEmail) {
        await sql`
          update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0, updated_at = now()
          where id = ${id}`
      }
      const to = input.type === 'email_change_new' && newEmail ? newEmail : email
      const proof = await mailSecrets.make(sql, { userId: id, type: type.proof, email: to, challenge: null })
      return { proof, user: (await findUser(sql, id)) as UserRow }
    }).catch((error: unknown) => {
      throw asAnswer(error)
    })
    const { link, code } = made.proof
    const query = new URLSearchParams({ token: link, type: type.as, redirect_to: redirectTo })
    return context.json({
      ...userBody(made.user),
      action_link: `${siteUrl}/auth/v1/verify?${query}`,
      email_otp: code,
      hashed_token: link,
      redirect_to: redirectTo,
      verification_type: input.type,
    })
  }
}

async function findByEmail(sql: Sql, email: string): Promise<{ id: string; confirmed: boolean } | undefined> {
  const [found] = await sql<{ id: string; confirmed: boolean }[]>`
    select id, email_confirmed_at is not null as confirmed from auth.users
    where lower(email) = ${email} and not is_sso_user and deleted_at is null
    for update`
  return found
}
