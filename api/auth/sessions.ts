// Sessions and their refresh tokens. Each token is used once and produces a successor; late reuse means that the
// token was copied, and ends the session.
//
// Tokens are stored hashed, yet a client that lost a response must get the current token again. A successor is
// therefore derived from its parent with a server-side key: the owner of a parent can be given the same successor
// once more, and the database alone reveals no token.
import { randomUUID } from 'node:crypto'
import { deriveKey, digest, hmac, randomToken } from '../crypto.ts'
import type { Sql } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { asAuth, queryAuth } from '../database/scope.ts'
import { AuthError } from './errors.ts'
import { ACCESS_TOKEN_SECONDS, type Tokens } from './tokens.ts'
import { USER_COLUMNS, type UserRow, userBody } from './users.ts'

export const IDLE_DAYS = 30
const LIFE_DAYS = 180
/** How many successors are tried for a reused token, plus a number per second of the reuse interval. */
const STEPS = { least: 32, perSecond: 4 }
const USER_AGENT_LENGTH = 512

export type Device = { address: string; userAgent: string | null }
export type SessionBody = Record<string, unknown>
/** GoTrue's names of authentication methods. */
export type Method =
  | 'password'
  | 'anonymous'
  | 'oauth'
  | 'otp'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'invite'
  | 'recovery'
  | SecondMethod
type SecondMethod = 'totp' | 'mfa/recovery_code'
/** Those that a mail to the account's address stands for. */
const MAILED: readonly Method[] = ['otp', 'magiclink', 'email/signup', 'email_change', 'invite', 'recovery']

type RefreshRow = UserRow & {
  token_revoked: boolean
  used_just_now: boolean
  session_id: string
  aal: string
  amr: { method: string; timestamp: number }[]
  over: boolean
  idle: boolean
}

/**
 * @param secret key material that every process of the site has and the database does not
 * @param reuseSeconds how long a used token is accepted again: two tabs, a lost response
 */
export function createSessions(db: Database, tokens: Tokens, secret: string, reuseSeconds = 10) {
  const key = deriveKey(secret, 'arthachowk refresh tokens')
  const successor = (token: string) => hmac(key, token)

  // Derived from the hash, because raising a session sends no refresh token.
  const raised = (hashed: string) => hmac(key, `raised ${hashed}`)
  const next = (token: string) => [successor(token), raised(digest(token))]

  const body = async (user: UserRow, session: Standing, refreshToken: string) => {
    const { token, expiresAt } = await tokens.sign({
      sub: user.id,
      aud: user.aud,
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.app_metadata,
      user_metadata: user.user_metadata,
      // The stored role is ignored: every account is an ordinary member.
      role: 'authenticated',
      aal: session.aal,
      amr: session.amr,
      session_id: session.session_id,
      is_anonymous: user.is_anonymous,
    })
    return {
      access_token: token,
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      expires_at: expiresAt,
      refresh_token: refreshToken,
      user: userBody(user),
    }
  }

  const opened = async (
    ask: (statement: { text: string; values: readonly unknown[] }) => Promise<UserRow[]>,
    { userId, device, method }: { userId: string; device: Device; method: Method },
  ) => {
    const sessionId = randomUUID()
    const refreshToken = randomToken(32)
    const userAgent = device.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null
    const values = [userId, sessionId, userAgent, device.address, digest(refreshToken), method]
    const [user] = await ask({ text: OPEN, values })
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
    const amr = [{ method, timestamp: Math.floor(Date.now() / 1_000) }]
    return body(user, { session_id: sessionId, aal: 'aal1', amr }, refreshToken)
  }

  const exchanged = async (sql: Sql, token: string): Promise<SessionBody | AuthError> => {
    // Both rows are locked: of fifty concurrent requests with one token, one exchanges it and the others see the
    // result.
    const [found] = await sql.unsafe<RefreshRow[]>(FIND_FOR_EXCHANGE, [digest(token), reuseSeconds], {
      prepare: true,
    })
    if (!found) {
      return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
    }
    const refusal = unusable(found)
    if (refusal) return refusal
    if (!found.token_revoked) {
      const following = successor(token)
      await exchange(sql, found, { used: digest(token), next: digest(following), parent: digest(token) })
      return body(found, found, following)
    }
    const current = await currentAfter(sql, found, { token, next, reuseSeconds })
    if (current) return body(found, found, current)
    await endFamily(sql, found.session_id)
    return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }

  // A browser with many tabs sends one token many times at once. These requests share one exchange, so that they do
  // not occupy the pool while waiting for the same row lock; the lock covers other processes.
  const running = new Map<string, Promise<SessionBody | AuthError>>()
  const begin = (token: string) => {
    const started = asAuth(db, (sql) => exchanged(sql, token)).finally(() => running.delete(token))
    running.set(token, started)
    return started
  }

  return {
    /** Signs `userId` in on a new device. @returns GoTrue's session body */
    open: (sql: Sql, userId: string, device: Device, method: Method = 'password') =>
      opened(({ text, values }) => sql.unsafe<UserRow[]>(text, values as never[], { prepare: true }), {
        userId,
        device,
        method,
      }),

    /** The same after a password, in a transaction of its own. */
    openAlone: (userId: string, device: Device) =>
      opened((statement) => queryAuth<UserRow>(db, statement), { userId, device, method: 'password' }),

    /** Raises the session to aal2 after a second factor, with a new refresh token. */
    raise: async (sql: Sql, sessionId: string, method: SecondMethod, factorId: string) => {
      await sql`
        update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = now() where id = ${sessionId}`
      await sql`
        insert into auth.mfa_amr_claims (session_id, authentication_method) values (${sessionId}, ${method})
        on conflict on constraint mfa_amr_claims_session_id_authentication_method_pkey
        do update set updated_at = now()`
      const [found] = await sql.unsafe<(RefreshRow & { token: string })[]>(FIND_FOR_RAISING, [sessionId], {
        prepare: true,
      })
      if (!found)
        throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
      const refreshToken = raised(found.token)
      // No parent: a token from before the second factor yields the raised session only within its reuse interval.
      await exchange(sql, found, { used: found.token, next: digest(refreshToken), parent: null })
      return body(found, found, refreshToken)
    },

    /** Exchanges a refresh token. @throws AuthError after the commit, because a refusal may end the session */
    refresh: async (token: string) => {
      const answer = await (running.get(token) ?? begin(token))
      if (answer instanceof AuthError) throw answer
      return answer
    },
  }
}

/** A session as parameters of an address, as in GoTrue. */
export function sessionParameters(session: SessionBody): Record<string, string> {
  const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type']
  return Object.fromEntries(names.map((name) => [name, String(session[name])]))
}

/** The session's part of the claims. */
type Standing = Pick<RefreshRow, 'session_id' | 'aal' | 'amr'>

const STANDING = `s.id as session_id, s.aal, coalesce((
    select json_agg(json_build_object(
      'method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))::int
    ) order by a.updated_at desc)
    from auth.mfa_amr_claims a where a.session_id = s.id
  ), '[]') as amr`

/** Each row is derived from the account's, so a deleted account gets no session. */
const OPEN = `
  with account as (
    update auth.users u set last_sign_in_at = now(), updated_at = now()
    where u.id = $1::uuid and u.deleted_at is null
    returning ${USER_COLUMNS}
  ), opened as (
    insert into auth.sessions (id, user_id, not_after, user_agent, ip, proven_email)
    select $2::uuid, id, now() + interval '${LIFE_DAYS} days', $3::text, $4::inet,
      case when $6::text = any('{${MAILED.join(',')}}') then lower(email) end
    from account
  ), first as (
    insert into auth.refresh_tokens (token, user_id, session_id) select $5::text, id, $2::uuid from account
  ), shown as (
    insert into auth.mfa_amr_claims (session_id, authentication_method) select $2::uuid, $6::text from account
  )
  select * from account`

const FIND_FOR_RAISING = `
  select ${USER_COLUMNS}, ${STANDING}, t.token
  from auth.refresh_tokens t
  join auth.sessions s on s.id = t.session_id
  join auth.users u on u.id = s.user_id
  where s.id = $1 and not t.revoked and u.deleted_at is null
  order by t.id desc limit 1
  for update of s, t`

const FIND_FOR_EXCHANGE = `
  select ${USER_COLUMNS}, ${STANDING}, t.revoked as token_revoked,
    t.updated_at > clock_timestamp() - make_interval(secs => $2::int) as used_just_now,
    s.not_after is not null and s.not_after <= clock_timestamp() as over,
    coalesce(s.refreshed_at, s.created_at) < now() - interval '${IDLE_DAYS} days' as idle
  from auth.refresh_tokens t
  join auth.sessions s on s.id = t.session_id
  join auth.users u on u.id = s.user_id
  where t.token = $1 and u.deleted_at is null
  for update of s, t`

function unusable(found: RefreshRow): AuthError | null {
  if (found.banned) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  // A revoked token of an ended session is always reported as reused.
  if (found.over && found.token_revoked) {
    return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  if (found.over) return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  if (found.idle) {
    return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)')
  }
  return null
}

type Exchange = { used: string; next: string; parent: string | null }

async function exchange(sql: Sql, found: RefreshRow, { used, next, parent }: Exchange): Promise<void> {
  await sql`
    with retired as (
      update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where token = ${used}
    ), succeeding as (
      insert into auth.refresh_tokens (token, user_id, session_id, parent)
      values (${next}, ${found.id}, ${found.session_id}, ${parent})
    )
    update auth.sessions set refreshed_at = now(), updated_at = now() where id = ${found.session_id}`
}

/** Returns the current token to the holder of its parent, or of a token that was used a moment ago. */
async function currentAfter(
  sql: Sql,
  found: RefreshRow,
  { token, next, reuseSeconds }: { token: string; next: (token: string) => string[]; reuseSeconds: number },
): Promise<string | null> {
  const rows = await sql<{ token: string; parent: string | null; revoked: boolean }[]>`
    select token, parent, revoked from auth.refresh_tokens
    where session_id = ${found.session_id}
      and (not revoked or updated_at > clock_timestamp() - make_interval(secs => ${reuseSeconds + 2}))
    order by id desc`
  const current = rows.find(({ revoked }) => !revoked)
  if (!current || !(current.parent === digest(token) || found.used_just_now)) return null
  const known = new Set(rows.map((row) => row.token))
  let candidate: string | undefined = token
  const steps = STEPS.least + STEPS.perSecond * reuseSeconds
  for (let step = 0; step < steps && candidate !== undefined; step += 1) {
    candidate = next(candidate).find((one) => known.has(digest(one)))
    if (candidate !== undefined && digest(candidate) === current.token) return candidate
  }
  return null
}

/** Ends the session but keeps its tokens, so that later reuse is recognised. */
async function endFamily(sql: Sql, sessionId: string): Promise<void> {
  await sql`
    with ended as (update auth.sessions set not_after = clock_timestamp(), updated_at = now() where id = ${sessionId})
    update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
    where session_id = ${sessionId} and not revoked`
}
