// Applies a proof of an address. Only this marks an account's address as verified (app_metadata.email_verified), which can
// make it an administrator (ADMIN_EMAIL); an undo (credentials/undo.ts) gives back a mark that the address had.
import type { Sql } from '../../database/connection.ts'
import { addFirstWayIn, type Change, changeWaysIn } from '../credentials/change.ts'
import { provenByMail } from '../credentials/proof.ts'
import { setEmail } from '../credentials/ways-in.ts'
import type { MailedToken } from '../emails/mail-secrets.ts'
import { AuthError, emailExists, isTaken } from '../errors.ts'
import { becomeMember } from '../signup/anonymous.ts'
import { forgetSignUps, takeSignUp } from '../signup/new-account.ts'

/** 'partiallyConfirmed': the other mailbox must still confirm the change of address. */
export type Confirmation = {
  userId: string
  state: 'done' | 'partiallyConfirmed'
}

type Account = {
  id: string
  email: string
  newEmail: string
  /** The session that asked for the change of address; null: it has ended. */
  askedBy: string | null
  halves: number
  confirmed: boolean
  verified: boolean
  hasPassword: boolean
  anonymous: boolean
  banned: boolean
}

/**
 * Applies `token` in the transaction that consumed it.
 * @returns null when the account, or the pending change, is gone
 * @throws AuthError 403 for a banned account, 422 when the new address was taken meanwhile
 */
export async function confirmMailedToken(sql: Sql, token: MailedToken): Promise<Confirmation | null> {
  const [account] = await sql<Account[]>`
    select id, lower(email) as email, coalesce(email_change, '') as "newEmail",
      email_change_confirm_status as halves,
      (
        select s.id from auth.sessions s
        where s.id = u.email_change_session_id and s.user_id = u.id and (s.not_after is null or s.not_after > now())
      ) as "askedBy",
      email_confirmed_at is not null as confirmed,
      coalesce(raw_app_meta_data ->> 'email_verified', '') = 'true' as verified,
      encrypted_password is not null as "hasPassword",
      is_anonymous as anonymous, banned_until is not null and banned_until > now() as banned
    from auth.users u where id = ${token.user_id} and deleted_at is null
    for update`
  if (!account) return null
  if (account.banned) throw new AuthError(403, 'user_banned', 'User is banned')
  const { token_type: type, relates_to: address } = token
  if (type === 'email_change_token_new' || type === 'email_change_token_current') {
    const meant = type === 'email_change_token_new' ? account.newEmail : account.email
    if (account.newEmail === '' || address !== meant) return null
    return changeEmail(sql, account, token)
  }
  // The account's address has changed since: a proof of the old one is invalid.
  if (address !== account.email) return null
  const done: Confirmation = { userId: account.id, state: 'done' }
  if (type === 'recovery_token' && account.confirmed && !account.verified && account.hasPassword) {
    // Whoever set the password never proved the address, and may have signed up first on purpose. So the mail signs in
    // and verifies nothing: the session knows the address, and a new password that it saves replaces the old one
    // (verifyByNewPassword). Until then nothing is taken from anybody.
    return done
  }
  const { confirmed } = account
  if (!confirmed && token.sign_up_id) await takeSignUp(sql, account.id, token.sign_up_id)
  // What signs nobody up, an invitation for example, confirms the password of no sign-up that waits. None of them has ever
  // worked.
  const hasWaiting = await forgetSignUps(sql, account.id)
  await verifyAddress(sql, account, {
    dropsPassword: !confirmed && !token.sign_up_id && (hasWaiting || type === 'recovery_token'),
  })
  return done
}

/**
 * Verifies the address of a member who has saved a new password in a session that a mail to the address signed in. The
 * caller ends the other sessions.
 */
export async function verifyByNewPassword(sql: Sql, id: string): Promise<void> {
  await verifyAddress(sql, { id }, { dropsPassword: false })
}

async function verifyAddress(
  sql: Sql,
  account: Pick<Account, 'id'>,
  { dropsPassword }: { dropsPassword: boolean },
): Promise<void> {
  await sql`
    update auth.users set
      email_confirmed_at = coalesce(email_confirmed_at, now()),
      encrypted_password = case when ${dropsPassword} then null else encrypted_password end,
      raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"email_verified": true}',
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}',
      updated_at = now()
    where id = ${account.id}`
  await sql`
    update auth.identities set updated_at = now(), identity_data = identity_data || '{"email_verified": true}'
    where user_id = ${account.id} and provider = 'email'`
  if (dropsPassword) await sql`delete from auth.sessions where user_id = ${account.id}`
}

async function changeEmail(sql: Sql, account: Account, token: MailedToken): Promise<Confirmation> {
  const { id, newEmail, anonymous } = account
  // An unverified current address does not have to agree; the new one alone decides.
  const isLast = account.halves > 0 || (!account.verified && token.token_type === 'email_change_token_new')
  if (!isLast) {
    await sql`update auth.users set email_change_confirm_status = 1, updated_at = now() where id = ${id}`
    return { userId: id, state: 'partiallyConfirmed' }
  }
  const write = (change: Change) => setEmail(change, newEmail, { verified: true, confirms: !anonymous })
  const changed = anonymous
    ? addFirstWayIn(sql, id, write)
    : changeWaysIn(sql, provenByMail(token, account.askedBy), { kind: 'email', detail: newEmail }, write)
  await changed.catch((error: unknown) => {
    throw isTaken(error) ? emailExists() : error
  })
  if (anonymous) await becomeMember(sql, id, { email: newEmail, confirmed: true, verified: true })
  return { userId: id, state: 'done' }
}
