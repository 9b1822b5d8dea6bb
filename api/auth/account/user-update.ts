// GET /user: the account of an access token. PUT /user: changes metadata, password or address.
//
// A stolen access token must not suffice to take over an account. A password changes with a recent proof only
// (credentials/recent-proof.ts). An address changes once both mailboxes have confirmed it; where no mail can be sent, or
// the current address was never verified, the current password is required, and an address changed without mail is
// unverified. An anonymous account has no password and sets its first address in the same way: with mail, once that
// mailbox has confirmed it.

import { z } from 'zod'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { addFirstWayIn, type Change, type Changing, changeWaysIn } from '../credentials/change.ts'
import { requirePassword, requireProof } from '../credentials/recent-proof.ts'
import { setEmail, setPassword } from '../credentials/ways-in.ts'
import { queueMail } from '../emails/emails.ts'
import { admitMail, requestedRedirect } from '../emails/mail-requests.ts'
import { AuthError, emailExists, isTaken } from '../errors.ts'
import { checkMetadata, metadata, normalEmail, optionalText, readBody, withoutNull } from '../read-body.ts'
import { type AuthContext, requireSecondStep, requireUser, type SignedIn } from '../services.ts'
import { verifyByNewPassword } from '../signin/confirm.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../signin/pkce.ts'
import { becomeMember, checkBecoming } from '../signup/anonymous.ts'
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

export async function user(context: AuthContext): Promise<Response> {
  return context.json(userBody((await requireUser(context)).user))
}

export async function userUpdate(context: AuthContext): Promise<Response> {
  const { autoconfirm, canMail, db, passwords } = context.var.services
  const signedIn = await requireUser(context)
  const { user, session } = signedIn
  const fields = await readBody(context.req.raw, CHANGE)
  const email = fields.email ? normalEmail(fields.email) : null
  if (fields.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  const password = fields.password ?? null
  if (password !== null) {
    const known = [
      user.email ?? '',
      user.email?.split('@')[0] ?? '',
      String(user.user_metadata.username ?? ''),
    ]
    await passwords.check(password, known)
  }
  if (fields.app_metadata) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  // GoTrue's rule and message.
  if (email !== null || password !== null) {
    requireSecondStep(signedIn, 'AAL2 session is required to update email or password when MFA is enabled.')
  }
  const newEmail = email !== null && email !== user.email ? email : null
  // Without mail the address changes at once, otherwise when the links are opened.
  const isMailed = newEmail !== null && canMail
  checkBecoming(user, { email, password })
  const challenge = readChallenge(fields)
  const redirectTo = requestedRedirect(context)
  const isVerified = String(user.app_metadata.email_verified) === 'true'
  const change = await admitChange(context, signedIn, {
    // Otherwise both mailboxes decide, when their links are opened.
    movesNow: newEmail !== null && !(isMailed && isVerified),
    hasNewPassword: password !== null,
    given: { password: fields.current_password, nonce: fields.nonce },
  })
  if (password !== null && (await passwords.matches(password, user.encrypted_password))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  const data = withoutNull({ ...user.user_metadata, ...fields.data })
  checkMetadata(data)
  const hashed = password === null ? null : await passwords.hash(password)
  if (isMailed) {
    await refuseTaken(context, newEmail)
    await admitMail(context, user.email ?? newEmail)
  }
  const confirmed = user.is_anonymous && (await autoconfirm())
  const changed = await asAuth(db, async (sql) => {
    const emailNow = isMailed ? null : newEmail
    await sql`
      update auth.users set raw_user_meta_data = ${data as never}, updated_at = now() where id = ${user.id}`
    if (hashed) {
      const provesEmail = !isVerified && user.email && session?.provenEmail === user.email && !emailNow
      await change(sql, { kind: 'password' }, async (granted) => {
        await setPassword(granted, hashed)
        if (provesEmail) await verifyByNewPassword(sql, user.id)
      })
    }
    if (emailNow) {
      await change(sql, { kind: 'email', detail: emailNow }, (granted) =>
        setEmail(granted, emailNow, { verified: false }),
      )
      if (user.is_anonymous) await becomeMember(sql, user.id, { email: emailNow, confirmed, verified: false })
    }
    if (isMailed) {
      await sql`
        update auth.users set email_change = ${newEmail}, email_change_sent_at = now(),
          email_change_session_id = ${session?.id ?? null}, updated_at = now()
        where id = ${user.id}`
      const asked = { email: user.email ?? '', userId: user.id, redirectTo, challenge }
      await queueMail(sql, { kind: 'change email', ...asked })
    }
    return (await findUser(sql, user.id)) as UserRow
  }).catch((error: unknown) => {
    throw isTaken(error) ? emailExists() : error
  })
  return context.json(userBody(changed))
}

type Wanted = {
  movesNow: boolean
  hasNewPassword: boolean
  given: { password: string | null; nonce: string | null }
}

/** Asks for the proof that the change needs. @returns makes a change with it */
async function admitChange(
  context: AuthContext,
  signedIn: SignedIn,
  { movesNow, hasNewPassword, given }: Wanted,
): Promise<(sql: Sql, changing: Changing, write: (change: Change) => Promise<void>) => Promise<void>> {
  const { id, is_anonymous: isAnonymous } = signedIn.user
  // An anonymous account has no credentials beyond its session.
  if (isAnonymous || !(movesNow || hasNewPassword))
    return (sql, _changing, write) => addFirstWayIn(sql, id, write)
  const proof = movesNow
    ? await requirePassword(context, signedIn, given.password)
    : await requireProof(context, signedIn, given)
  return (sql, changing, write) => changeWaysIn(sql, proof, changing, write)
}

/** Reported to a member, as in GoTrue: they could learn the same by signing up with the address. */
async function refuseTaken(context: AuthContext, email: string): Promise<void> {
  const [taken] = await asAuth(
    context.var.services.db,
    (sql) => sql`select from auth.users where lower(email) = ${email} and not is_sso_user`,
  )
  if (taken) throw emailExists()
}
