// Accounts that the operator invites: POST /invite mails the link, POST /admin/generate_link returns it for the operator to
// deliver.
import { z } from 'zod'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { queueMail } from '../emails/emails.ts'
import { requestedRedirect } from '../emails/mail-requests.ts'
import type { MailedTokenType } from '../emails/mail-secrets.ts'
import { AuthError, emailExists, invalid } from '../errors.ts'
import { checkMetadata, metadata, normalEmail, optionalText, readBody } from '../read-body.ts'
import type { AuthContext } from '../services.ts'
import { insertAccount, invitedAccount, rethrow } from '../signup/new-account.ts'
import { findUser, type UserRow, userBody } from '../users.ts'

const INVITATION = z.object({ email: z.string(), data: metadata })

/**
 * POST /invite: 200 with the account, which is unconfirmed until its owner opens the link. An unconfirmed account is invited again.
 */
export async function adminInvite(context: AuthContext): Promise<Response> {
  const { db } = context.var.services
  const input = await readBody(context.req.raw, INVITATION)
  const email = normalEmail(input.email)
  const data = input.data ?? {}
  checkMetadata(data)
  const redirectTo = requestedRedirect(context)
  const invited = await asAuth(db, async (sql) => {
    const found = await findByEmail(sql, email)
    if (found?.confirmed) throw emailExists()
    const account = invitedAccount({ email, hashed: null, data })
    if (!found) await insertAccount(sql, account)
    const id = found?.id ?? account.id
    await sql`update auth.users set invited_at = now(), updated_at = now() where id = ${id}`
    await queueMail(sql, { kind: 'invite', email, redirectTo, challenge: null })
    return (await findUser(sql, id)) as UserRow
  }).catch(rethrow(context))
  return context.json(userBody(invited))
}

const LINK = z.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: metadata,
  redirect_to: optionalText,
})

/** The proof that each link type uses, and the `type` parameter with which it is opened. */
const TYPES = new Map<string, { proof: MailedTokenType; as: string; makes: boolean }>([
  ['signup', { proof: 'confirmation_token', as: 'signup', makes: true }],
  ['invite', { proof: 'confirmation_token', as: 'invite', makes: true }],
  ['magiclink', { proof: 'recovery_token', as: 'magiclink', makes: true }],
  ['recovery', { proof: 'recovery_token', as: 'recovery', makes: false }],
  ['email_change_current', { proof: 'email_change_token_current', as: 'email_change', makes: false }],
  ['email_change_new', { proof: 'email_change_token_new', as: 'email_change', makes: false }],
])

/** POST /admin/generate_link: 200 with the account, the link and the code. */
export async function adminGenerateLink(context: AuthContext): Promise<Response> {
  const { apiAddress, db, mailSecrets, passwords, redirects } = context.var.services
  const input = await readBody(context.req.raw, LINK)
  const type = TYPES.get(input.type ?? '')
  if (!type) throw invalid(`Invalid email action link type requested: ${input.type}`)
  if (!input.email) throw invalid('An email address is required')
  const email = normalEmail(input.email)
  const newEmail = type.as === 'email_change' ? normalEmail(input.new_email ?? '') : null
  checkMetadata(input.data ?? {})
  if (input.type === 'signup') await passwords.check(input.password ?? '', [email])
  const hashed = input.type === 'signup' && input.password ? await passwords.hash(input.password) : null
  const redirectTo = redirects.choose(input.redirect_to ?? context.req.query('redirect_to'))
  const made = await asAuth(db, async (sql) => {
    const account = invitedAccount({ email, hashed, data: input.data ?? {} })
    const found = await findByEmail(sql, email)
    if (found?.confirmed && (type.as === 'signup' || type.as === 'invite')) throw emailExists()
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
  }).catch(rethrow(context))
  const { link, code } = made.proof
  const query = new URLSearchParams({ token: link, type: type.as, redirect_to: redirectTo })
  return context.json({
    ...userBody(made.user),
    action_link: apiAddress(`/auth/v1/verify?${query}`),
    email_otp: code,
    hashed_token: link,
    redirect_to: redirectTo,
    verification_type: input.type,
  })
}

async function findByEmail(sql: Sql, email: string): Promise<{ id: string; confirmed: boolean } | undefined> {
  const [found] = await sql<{ id: string; confirmed: boolean }[]>`
    select id, email_confirmed_at is not null as confirmed from auth.users
    where lower(email) = ${email} and not is_sso_user and deleted_at is null
    for update`
  return found
}
