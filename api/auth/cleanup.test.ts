// Cleanup of the auth schema, each kind with two rows: one just too old, and one not yet.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, startDatabase, type TestDatabase } from '../../tests/support/database.ts'
import type { Sql } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { deleteExpiredIdentityData } from './cleanup.ts'

let database: TestDatabase
let sql: Sql
let db: Database
let user: string

beforeAll(async () => {
  database = await startDatabase()
  sql = database.sql
  const pool = connect(database.ownerUrl, { max: 2 })
  db = { pool, ownerUrl: database.ownerUrl, close: () => pool.end() }
  const [row] = await sql<{ id: string }[]>`
    insert into auth.users (email) values ('asha@example.com') returning id`
  user = row?.id as string
})

afterAll(async () => {
  await db.close()
  await database.stop()
})

test('sessions: a day after they ended, or after 30 days without use', async () => {
  await sql`
    insert into auth.sessions (user_id, tag, created_at, refreshed_at, not_after)
    select ${user}, tag, now() - interval '100 days', now() - used, now() + till
    from (values
      ('ended', interval '2 days', interval '-25 hours'),
      ('just ended', interval '2 days', interval '-23 hours'),
      ('unused', interval '31 days 1 hour', interval '80 days'),
      ('used', interval '29 days', interval '80 days')
    ) as s (tag, used, till)`
  await deleteExpiredIdentityData(db)
  const left = await sql`select tag from auth.sessions order by tag`
  expect(left.map(({ tag }) => tag)).toEqual(['just ended', 'used'])
})

test('mailed links and codes: when they expire', async () => {
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, expires_at) values
      (${user}, 'recovery_token', 'old', 'asha@example.com', now() - interval '1 second'),
      (${user}, 'confirmation_token', 'young', 'asha@example.com', now() + interval '1 minute')`
  await deleteExpiredIdentityData(db)
  expect(await sql`select token_hash from auth.one_time_tokens`).toEqual([{ token_hash: 'young' }])
})

test('sign-ups that nobody confirmed: after a week, and the first one’s password with the last of them', async () => {
  const waiting = async (email: string, ages: string[]) => {
    const [row] = await sql<{ id: string }[]>`
      insert into auth.users (email, encrypted_password) values (${email}, 'the first one’s') returning id`
    await sql`
      insert into auth.sign_ups (user_id, raw_user_meta_data, identity_data, created_at)
      select ${row?.id ?? null}, '{}', '{}', now() - age::interval from unnest(${ages}::text[]) age`
    return async () => {
      const [left] = await sql`
        select encrypted_password is not null as "hasPassword",
          (select count(*)::int from auth.sign_ups s where s.user_id = u.id) as waiting
        from auth.users u where id = ${row?.id ?? null}`
      return left
    }
  }
  const all = await waiting('bala@example.com', ['8 days', '9 days'])
  const one = await waiting('chitra@example.com', ['6 days', '8 days'])
  await deleteExpiredIdentityData(db)
  expect([await all(), await one()]).toEqual([
    { hasPassword: false, waiting: 0 },
    { hasPassword: true, waiting: 1 },
  ])
})

test('changes that can be undone: when they expire', async () => {
  await sql`
    insert into auth.credential_changes (user_id, kind, ways_in, expires_at) values
      (${user}, 'password', '{}', now() - interval '1 second'), (${user}, 'email', '{}', now() + interval '1 minute')`
  await deleteExpiredIdentityData(db)
  expect(await sql`select kind from auth.credential_changes`).toEqual([{ kind: 'email' }])
})

test('counters of requests: when their time is up', async () => {
  await sql`
    insert into auth.request_limits (key, points, expire)
    select key, 1, extract(epoch from now() + due) * 1000
    from (values ('over', interval '-1 second'), ('counting', interval '1 minute')) as l (key, due)`
  await deleteExpiredIdentityData(db)
  expect(await sql`select key from auth.request_limits`).toEqual([{ key: 'counting' }])
})

test('stored responses: a day after their request', async () => {
  await sql`
    insert into auth.idempotent_answers (user_id, key, request_hash, claimed_at) values
      (${user}, 'old', 'x', now() - interval '25 hours'), (${user}, 'young', 'x', now() - interval '23 hours')`
  await deleteExpiredIdentityData(db)
  expect(await sql`select key from auth.idempotent_answers`).toEqual([{ key: 'young' }])
})

test('any number of rows is deleted', async () => {
  await sql`
    insert into auth.sessions (user_id, not_after)
    select ${user}, now() - interval '2 days' from generate_series(1, 2500)`
  await deleteExpiredIdentityData(db)
  expect(await sql`select from auth.sessions where not_after < now() - interval '1 day'`).toHaveLength(0)
})
