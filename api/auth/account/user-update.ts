// GET /user: the account of an access token. PUT /user: changes metadata, password or address.
//
// A stolen access token must not suffice to take over an account. A session older than a day changes the password
// only with the current password or a mailed code (GET /reauthenticate). An address changes once both mailboxes have
// confirmed it; where no mail can be sent, or the current address was never verified, the current password is
// required, and an address changed without mail is unverified. An anonymous account has no password and sets its
// first address in the same way: with mail, once that mailbox has confirmed it.

import { z } from 'zod'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { NO_PROOF } from '../../limits/proof-of-work.ts'
import { queueMail } from '../emails/emails.ts'
import { admitMail, requestedRedirect } from '../emails/mail-requests.ts'
import { AuthError, emailExists, isTaken } from '../errors.ts'
import { checkMetadata, metadata, normalEmail, optionalText, readBody, withoutNull } from '../read-body.ts'
import {
  type AuthContext,
  assertWithinLimit,
  deviceOf,
  requireSecondStep,
  requireUser,
  type SignedIn,
} from '../services.ts'
import { confirmProof, verifyByNewPassword } from '../signin/confirm.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../signin/pkce.ts'
import { becomeMember, checkBecoming } from '../signup/anonymous.ts'
import { carryEmail } from '../signup/new-account.ts'
import { findUser, type UserRow, userBody } from '../users.ts'

const CHANGE = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  current_password: optionalText,
  nonce: optionalText,
  data: metadata,
  app_metadata: metadata,
  ...CHALLENGE_FIELDS,
})

const RECENT_HOURS = 24

export async function user(context: AuthContext): Promise<Response> {
  return context.json(userBody((await requireUser(context)).user))
}

export async function userUpdate(context: AuthContext): Promise<Response> {
  const { autoconfirm, canMail, db, passwords } = context.var.services
  const signedIn = await requireUser(context)
  const { user, session } = signedIn
  const change = await readBody(context.req.raw, CHANGE)
  const email = change.email ? normalEmail(change.email) : null
  if (change.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  const password = change.password ?? null
  if (password !== null) {
    const known = [
      user.email ?? '',
      user.email?.split('@')[0] ?? '',
      String(user.user_metadata.username ?? ''),
    ]
    await passwords.check(password, known)
  }
  if (change.app_metadata) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  // GoTrue's rule and message.
  if (email !== null || password !== null) {
    requireSecondStep(signedIn, 'AAL2 session is required to update email or password when MFA is enabled.')
  }
  const newEmail = email !== null && email !== user.email ? email : null
  const isFresh = session !== null && session.hoursOld < RECENT_HOURS
  // Without mail the address changes at once, otherwise when the links are opened.
  const isMailed = newEmail !== null && canMail
  checkBecoming(user, { email, password })
  const challenge = readChallenge(change)
  const redirectTo = requestedRedirect(context)
  const isVerified = String(user.app_metadata.email_verified) === 'true'
  // An anonymous account has no credentials beyond its session.
  const needsProof =
    !user.is_anonymous &&
    ((newEmail !== null && !(isMailed && isVerified)) || (password !== null && !isFresh))
  if (needsProof && newEmail === null && !change.current_password && change.nonce) {
    await requireNonce(context, user, change.nonce)
  } else if (needsProof || (password !== null && change.current_password)) {
    await requireCurrentPassword(context, signedIn, change.current_password)
  }
  if (password !== null && (await passwords.matches(password, user.encrypted_password))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  const data = withoutNull({ ...user.user_metadata, ...change.data })
  checkMetadata(data)
  const hashed = password === null ? null : await passwords.hash(password)
  if (isMailed) {
    await refuseTaken(context, newEmail)
    await admitMail(context, user.email ?? newEmail)
  }
  const confirmed = user.is_anonymous && (await autoconfirm())
  const changed = await asAuth(db, async (sql) => {
    const emailNow = isMailed ? null : newEmail
    await sql.unsafe(
      `update auth.users set
         raw_user_meta_data = $2::jsonb,
         encrypted_password = coalesce($3, encrypted_password),
         email = coalesce($4, email),
         raw_app_meta_data = case when $4::text is null then raw_app_meta_data
           else raw_app_meta_data - 'email_verified' end,
         email_change = case when $5::text is null then email_change else $5 end,
         email_change_sent_at = case when $5::text is null then email_change_sent_at else now() end,
         updated_at = now()
       where id = $1`,
      [
        user.id,
        { ...data, ...(emailNow ? { email: emailNow } : {}) } as never,
        hashed,
        emailNow,
        isMailed ? newEmail : null,
      ],
      { prepare: true },
    )
    if (isMailed) {
      const asked = { email: user.email ?? '', userId: user.id, redirectTo, challenge }
      await queueMail(sql, { kind: 'change email', ...asked })
    }
    if (emailNow && user.is_anonymous) await becomeMember(sql, user.id, { email: emailNow, confirmed })
    else if (emailNow) {
      await carryEmail(sql, user.id, emailNow, false)
      if (user.email) await queueMail(sql, { kind: 'email changed', email: user.email, newEmail: emailNow })
    }
    if (hashed && !isVerified && user.email && session?.provenEmail === user.email && !emailNow)
      await verifyByNewPassword(sql, user.id)
    if (hashed) await endOtherWaysIn(sql, user, session?.id ?? null)
    return (await findUser(sql, user.id)) as UserRow
  }).catch((error: unknown) => {
    throw isTaken(error) ? emailExists() : error
  })
  return context.json(userBody(changed))
}

/** Ends sessions that knew the old password and revokes links; the member stays signed in and is notified. */
async function endOtherWaysIn(sql: Sql, user: UserRow, kept: string | null): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${user.id} and id is distinct from ${kept}`
  await sql`delete from auth.flow_state where user_id = ${user.id}`
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and token_type in ('recovery_token', 'reauthentication_token')`
  if (user.email) await queueMail(sql, { kind: 'password changed', email: user.email })
}

/** Reported to a member, as in GoTrue: they could learn the same by signing up with the address. */
async function refuseTaken(context: AuthContext, email: string): Promise<void> {
  const [taken] = await asAuth(
    context.var.services.db,
    (sql) => sql`select from auth.users where lower(email) = ${email} and not is_sso_user`,
  )
  if (taken) throw emailExists()
}

/** Consumes a code of GET /reauthenticate. @throws AuthError 422 when it is wrong or used */
export async function requireNonce(context: AuthContext, user: UserRow, nonce: string): Promise<void> {
  const { db, mailSecrets } = context.var.services
  // Commits separately: a wrong code counts as an attempt, a right one is consumed and has proved the mailbox.
  const right = await asAuth(db, async (sql) => {
    const guess = { userId: user.id, code: nonce, types: ['reauthentication_token' as const] }
    const proof = await mailSecrets.takeByCode(sql, guess)
    return proof !== null && (await confirmProof(sql, proof)) !== null
  })
  if (!right) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

/** @throws AuthError 400 when it is missing or wrong, 429 after too many guesses */
export async function requireCurrentPassword(
  context: AuthContext,
  { user }: SignedIn,
  current: string | null,
): Promise<void> {
  const { limits, passwords } = context.var.services
  if (!current) {
    throw new AuthError(400, 'reauthentication_needed', 'This change requires the current password')
  }
  // Guesses here count like guesses at sign-in.
  const { address } = deviceOf(context)
  const attempt = await limits.signIn({
    address,
    email: user.email ?? user.id,
    proof: NO_PROOF,
    known: () => Promise.resolve(true),
  })
  assertWithinLimit(attempt.waitMs)
  if (!(await passwords.matches(current, user.encrypted_password))) {
    throw new AuthError(400, 'invalid_credentials', 'The current password is wrong')
  }
  await attempt.succeeded()
}
