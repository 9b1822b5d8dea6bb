// Creates accounts: the row, the e-mail identity, and the response while the account is unconfirmed.
import { randomUUID } from 'node:crypto'
import type { Sql } from '../../database/connection.ts'
import { AuthError, isDatabaseError, isTaken } from '../errors.ts'
import type { AuthContext } from '../services.ts'

export type NewAccountInput = {
  email: string
  hashed: string | null
  data: Record<string, unknown>
  confirmed: boolean
}
export type NewAccount = ReturnType<typeof newAccount>

/** Sign-ups that wait for one address. Beyond them a mailed link confirms the address, and the password is chosen then. */
const MOST_SIGN_UPS = 10
/** Their own links work for a day; others may be asked for (/resend). */
const SIGN_UP_DAYS = 7

const APP_METADATA = { provider: 'email', providers: ['email'] }

/** `hashed`: null for an account without a password. */
export function newAccount({ email, hashed, data, confirmed }: NewAccountInput) {
  const id = randomUUID()
  const identity = { ...data, sub: id, email, email_verified: false, phone_verified: false }
  // As in GoTrue. The member can overwrite user metadata, so only app_metadata counts, and that does not claim a
  // verified address here, because nobody has proved it.
  const shown = { ...identity, email_verified: confirmed }
  return { id, identityId: randomUUID(), email, hashed, confirmed, identity, shown }
}

/** An account that the operator creates; its metadata is exactly what the operator gives. */
export function invitedAccount({ email, hashed, data }: Omit<NewAccountInput, 'confirmed'>): NewAccount {
  return { ...newAccount({ email, hashed, data: {}, confirmed: false }), shown: data as NewAccount['shown'] }
}

export async function insertAccount(sql: Sql, account: NewAccount): Promise<void> {
  const { id, identityId, email, hashed, confirmed, identity, shown } = account
  await sql.unsafe(
    `insert into auth.users
       (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, $3, case when $4::boolean then now() end, $5::jsonb, $6::jsonb)`,
    [id, email, hashed, confirmed, sqlJson(APP_METADATA), sqlJson(shown)],
    { prepare: true },
  )
  await sql.unsafe(
    `insert into auth.identities (id, provider_id, user_id, provider, identity_data, last_sign_in_at)
     values ($1, $2::uuid::text, $2::uuid, 'email', $3::jsonb, now())`,
    [identityId, id, sqlJson(identity)],
    { prepare: true },
  )
}

/**
 * Keeps a sign-up until its own link is opened, beside those that others made with the address: whose it is, nobody knows
 * yet.
 * @returns its id; null when the address has a confirmed account, or as many sign-ups as may wait
 */
export async function keepSignUp(sql: Sql, account: NewAccount): Promise<string | null> {
  const { email, hashed, shown, identity } = account
  const [kept] = await sql.unsafe<{ id: string }[]>(
    `insert into auth.sign_ups (user_id, encrypted_password, raw_user_meta_data, identity_data)
     select id, $2, $3::jsonb || jsonb_build_object('sub', id::text), $4::jsonb || jsonb_build_object('sub', id::text)
     from auth.users u
     where lower(email) = $1 and email_confirmed_at is null and not is_sso_user and deleted_at is null
       and (select count(*) from auth.sign_ups s where s.user_id = u.id) < $5
     returning id`,
    [email, hashed, sqlJson(shown), sqlJson(identity), MOST_SIGN_UPS],
    { prepare: true },
  )
  return kept?.id ?? null
}

/**
 * The sign-up that a link belongs to which was asked for by address alone: the only one, or, of several, one of nobody's,
 * without a password.
 * @returns null for an account that no sign-up waits for
 */
export async function signUpOf(sql: Sql, userId: string): Promise<string | null> {
  const waiting = await sql<{ id: string; isNobodys: boolean }[]>`
    select id, encrypted_password is null as "isNobodys" from auth.sign_ups where user_id = ${userId} for update`
  const [only] = waiting
  if (waiting.length <= 1) return only?.id ?? null
  const nobodys = waiting.find(({ isNobodys }) => isNobodys)
  if (nobodys) return nobodys.id
  const [made] = await sql<{ id: string }[]>`
    insert into auth.sign_ups (user_id, raw_user_meta_data, identity_data)
    select id, metadata, metadata from auth.users,
      lateral (select jsonb_build_object('sub', id::text, 'email', email) as metadata)
    where id = ${userId}
    returning id`
  return made?.id ?? null
}

/** Makes a sign-up the account's: its password, its metadata. */
export async function takeSignUp(sql: Sql, userId: string, signUp: string): Promise<void> {
  await sql`
    update auth.users u set encrypted_password = s.encrypted_password, raw_user_meta_data = s.raw_user_meta_data
    from auth.sign_ups s where s.id = ${signUp} and s.user_id = u.id and u.id = ${userId}`
  await sql`
    update auth.identities i set identity_data = s.identity_data, updated_at = now()
    from auth.sign_ups s where s.id = ${signUp} and i.user_id = ${userId} and i.provider = 'email'`
}

/**
 * Deletes sign-ups that nobody has confirmed in time. An account that none is left of loses the password of the first, so
 * that a link that is asked for later confirms nobody's.
 * @returns how many are gone
 */
export async function deleteExpiredSignUps(sql: Sql, atMost: number): Promise<number> {
  const gone = await sql<{ userId: string }[]>`
    delete from auth.sign_ups where id in (
      select s.id from auth.sign_ups s
      where s.created_at < now() - make_interval(days => ${SIGN_UP_DAYS})
        and not exists (select from auth.one_time_tokens t where t.sign_up_id = s.id and t.expires_at > now())
      limit ${atMost} for update skip locked)
    returning user_id as "userId"`
  await sql`
    update auth.users u set encrypted_password = null, updated_at = now()
    where u.id = any(${gone.map(({ userId }) => userId)}::uuid[]) and u.email_confirmed_at is null
      and not exists (select from auth.sign_ups s where s.user_id = u.id)`
  return gone.length
}

/** Deletes the sign-ups that wait for an account, with their links. @returns whether there were any */
export async function forgetSignUps(sql: Sql, userId: string): Promise<boolean> {
  const { count } = await sql`delete from auth.sign_ups where user_id = ${userId}`
  return count > 0
}

/**
 * Dry run of the insert under an unused address, so that the community's triggers judge it: a taken username must be
 * refused whether or not the address is taken as well.
 * @throws PostgresError as for a new account
 */
export async function dryRunInsert(sql: Sql, account: NewAccount): Promise<void> {
  await sql`savepoint rehearsal`
  await insertAccount(sql, { ...account, email: `${account.id}@invalid` })
  await sql`rollback to savepoint rehearsal`
}

/**
 * The response for an unconfirmed account. It is built from the request alone, so that an address that is already
 * registered gets the same response.
 */
export function waitingUser({ id, identityId, email, identity, shown }: NewAccount): Record<string, unknown> {
  const now = new Date().toISOString()
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: APP_METADATA,
    user_metadata: shown,
    identities: [
      {
        identity_id: identityId,
        id,
        user_id: id,
        identity_data: identity,
        provider: 'email',
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        email,
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

/** Translates errors of the site's triggers and constraints (such as a taken username) to AuthError, and throws. */
export const rethrow =
  (context: AuthContext) =>
  (error: unknown): never => {
    if (isTaken(error)) throw new AuthError(422, 'user_already_exists', 'User already registered')
    if (!isDatabaseError(error)) throw error
    const [, status] = /^PT(4\d\d)$/.exec(error.code) ?? []
    if (status) throw new AuthError(Number(status), 'validation_failed', error.message)
    const message = context.var.services.accounts.messageOf(error.constraint_name ?? '')
    throw message ? new AuthError(422, 'validation_failed', message) : error
  }

/** A parameter that postgres.js sends as JSON. */
function sqlJson(value: Record<string, unknown>): never {
  return value as never
}
