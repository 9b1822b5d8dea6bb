// The one procedure for a change of a way into an account (password, address, factor, recovery codes, identity): recent
// proof → change → the other sessions end → a mail to every address known, whose button undoes it for 72 hours. The
// statements that write are in ways-in.ts and take a `Change`, which only this file makes.
import type { Sql } from '../../database/connection.ts'
import { retryAfter } from '../../limits/limits.ts'
import { queueMail } from '../emails/emails.ts'
import { AuthError } from '../errors.ts'
import type { RecentProof } from './proof.ts'
import { snapshot } from './snapshot.ts'
import type { ChangeKind } from './undo.ts'

const UNDO_HOURS = 72
/** Changes of an account that can be undone at a time: each keeps a copy of the state before it, and sends mail. */
const MOST_CHANGES = 30

declare const admitted: unique symbol

/** What a statement that writes a way into an account asks for. */
export type Change = { readonly sql: Sql; readonly userId: string; readonly [admitted]: true }

export type Changing = {
  kind: ChangeKind
  /** The provider of an identity, or the new address. */
  detail?: string
}

/**
 * Makes one change in the transaction of `sql`.
 * @throws AuthError 403 when the session has ended since the proof, 429 when too many changes can be undone
 */
export async function changeWaysIn<T>(
  sql: Sql,
  proof: RecentProof,
  { kind, detail }: Changing,
  write: (change: Change) => Promise<T>,
): Promise<T> {
  const { userId, sessionId } = proof
  // Serialises the changes of an account, and an undo, which takes the same lock.
  const [account] = await sql<{ email: string | null; verified: boolean }[]>`
    select lower(email) as email, coalesce(raw_app_meta_data ->> 'email_verified', '') = 'true' as verified
    from auth.users where id = ${userId} and deleted_at is null for update`
  if (!account) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (sessionId !== null) {
    const [session] = await sql`
      select from auth.sessions where id = ${sessionId} and (not_after is null or not_after > now())`
    if (!session) {
      throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    }
  }
  await assertFewChanges(sql, userId)
  const before = await snapshot(sql, userId)
  const result = await write({ sql, userId } as Change)
  await endOtherSessions(sql, userId, sessionId)
  const isMove = kind === 'email'
  // Nobody has proved an unverified address: it may be a typing mistake, and its mailbox a stranger's.
  const undoEmail = isMove && !account.verified ? null : account.email
  const told = await sql<{ email: string }[]>`
    select distinct held_email as email from auth.credential_changes
    where user_id = ${userId} and expires_at > now() and held_email is not null
    union select ${isMove ? (detail ?? null) : null}::text
    union select ${isMove && !account.verified ? account.email : null}::text`
  const [kept] = await sql<{ id: string }[]>`
    insert into auth.credential_changes
      (user_id, kind, detail, ways_in, undo_email, held_email, notified_emails, expires_at)
    values (${userId}, ${kind}, ${detail ?? null}, ${before}::text::jsonb, ${undoEmail}, ${isMove ? undoEmail : null},
      ${told.map(({ email }) => email).filter((email) => email && email !== undoEmail)},
      now() + make_interval(hours => ${UNDO_HOURS}))
    returning id::text`
  if (kept) await queueMail(sql, { kind: 'way in changed', change: kept.id })
  return result
}

/**
 * A change by the operator, who answers for it: no proof, no mail. What could be undone before cannot be any more, so that
 * no mailbox brings back what the operator has replaced.
 */
export async function changeAsOperator<T>(
  sql: Sql,
  userId: string,
  write: (change: Change) => Promise<T>,
): Promise<T> {
  await sql`select from auth.users where id = ${userId} for update`
  await forgetChanges(sql, userId)
  return write({ sql, userId } as Change)
}

/** The first address or password of an anonymous account, which has no way in but its session. */
export async function addFirstWayIn<T>(
  sql: Sql,
  userId: string,
  write: (change: Change) => Promise<T>,
): Promise<T> {
  const [account] = await sql`select from auth.users where id = ${userId} and is_anonymous for update`
  if (!account) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return write({ sql, userId } as Change)
}

/** Nothing of the account can be undone any more. */
export async function forgetChanges(sql: Sql, userId: string): Promise<void> {
  await sql`delete from auth.credential_changes where user_id = ${userId}`
}

/** Ends the sessions that were opened by what has changed, and revokes links and codes that are on their way. */
async function endOtherSessions(sql: Sql, userId: string, kept: string | null): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId} and id is distinct from ${kept}`
  await sql`delete from auth.flow_state where user_id = ${userId}`
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${userId} and token_type in ('recovery_token', 'reauthentication_token')`
}

async function assertFewChanges(sql: Sql, userId: string): Promise<void> {
  const [open] = await sql<{ count: number; ms: number }[]>`
    select count(*)::int as count, coalesce(extract(epoch from min(expires_at) - now()) * 1000, 0)::float8 as ms
    from auth.credential_changes where user_id = ${userId} and expires_at > now()`
  if (!open || open.count < MOST_CHANGES) return
  const message = 'Too many changes of the ways to sign in: try again later'
  throw new AuthError(429, 'over_request_rate_limit', message, { retryAfter: retryAfter(open.ms) })
}
