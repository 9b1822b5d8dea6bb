// A site always has somebody who can administer it, and a link that makes an administrator expires when there is one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const A = 'a0000000-0000-4000-8000-000000000001'
const B = 'b0000000-0000-4000-8000-000000000002'
const C = 'c0000000-0000-4000-8000-000000000003'
const STEP_DOWN = 'You are the last admin. Make somebody else admin first.'

let database: TestDatabase
let other: Sql
let watcher: Sql

beforeAll(async () => {
  database = await startDatabase()
  other = connect(database.ownerUrl, { max: 1 })
  watcher = connect(database.ownerUrl, { max: 1 })
  for (const [id, username] of [
    [A, 'anand'],
    [B, 'bhavna'],
    [C, 'chitra'],
  ] as const) {
    await database.sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${id}, ${`${username}@example.com`}, now(), ${database.sql.json({ username })})`
  }
})

afterAll(async () => {
  await other.end()
  await watcher.end()
  await database.stop()
})

beforeEach(async () => {
  const { sql } = database
  await sql`update auth.users set deleted_at = null, email_confirmed_at = now(), banned_until = null`
  await sql`update public.profiles set user_level = 'Regular'`
  await sql`delete from public.user_roles`
  await sql`insert into public.user_roles (user_id, role) values (${A}, 'admin'), (${B}, 'admin')`
  await sql`select private.configure(null, false)`
})

const claims = (id: string) => JSON.stringify({ sub: id, role: 'authenticated' })

function as<T>(id: string, statement: (sql: Sql) => Promise<T>): Promise<T> {
  return database.sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims(id)}, true)`
    return statement(work)
  }) as Promise<T>
}

const revoke = (asker: string, member: string) =>
  as(asker, (sql) => sql`delete from public.user_roles where user_id = ${member}`)
const ban = (asker: string, member: string) =>
  as(asker, (sql) => sql`update public.profiles set user_level = 'Banned' where id = ${member}`)
const hasAdmin = async () => (await database.sql`select private.has_admin() as yes`)[0]?.yes as boolean

describe('the last administrator', () => {
  test.each([
    ['banned', (sql: Sql) => sql`update public.profiles set user_level = 'Banned' where id = ${B}`],
    ['closed', (sql: Sql) => sql`update auth.users set deleted_at = now() where id = ${B}`],
    [
      'locked',
      (sql: Sql) => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${B}`,
    ],
    ['unconfirmed', (sql: Sql) => sql`update auth.users set email_confirmed_at = null where id = ${B}`],
  ])('is who is left when the other one is %s, and stays', async (_state, happen) => {
    await happen(database.sql)
    await expect(revoke(A, A)).rejects.toThrow(STEP_DOWN)
    expect(await hasAdmin()).toBe(true)
    await database.sql`delete from public.user_roles where user_id = ${A}`
    expect(await hasAdmin(), 'the other one counts for nothing').toBe(false)
  })

  test('can step down when another one can act, also the one of ADMIN_EMAIL', async () => {
    await revoke(A, A)
    await expect(revoke(B, B)).rejects.toThrow(STEP_DOWN)
    await database.sql`select private.configure('chitra@example.com', false)`
    await expect(revoke(B, B), 'an unverified address gives no rights').rejects.toThrow(STEP_DOWN)
    await database.sql`update auth.users set raw_app_meta_data = '{"email_verified":"true"}' where id = ${C}`
    await revoke(B, B)
    expect(await hasAdmin()).toBe(true)
  })

  test.each([
    [
      'revoke',
      (sql: Sql, member: string) => sql`delete from public.user_roles where user_id = ${member}`,
      'done',
    ],
    [
      'ban',
      (sql: Sql, member: string) =>
        sql`update public.profiles set user_level = 'Banned' where id = ${member}`,
      'PT409',
    ],
  ])('of two administrators who %s each other concurrently, one stays', async (_act, act, refusal) => {
    const first = await database.sql.reserve()
    const begin = (asker: string) =>
      `begin; select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${claims(asker)}', true)`
    await first.unsafe(begin(A)).simple()
    await act(first as unknown as Sql, B)
    const second = await other.reserve()
    await second.unsafe(begin(B)).simple()
    const later = act(second as unknown as Sql, A).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    // The second act has been checked against the old state, and waits for a lock.
    await expect
      .poll(async () => (await watcher`select count(*)::integer as n from pg_locks where not granted`)[0]?.n)
      .toBeGreaterThan(0)
    await first`commit`
    const outcome = await later
    await second`rollback`
    first.release()
    second.release()
    // After its wait the second act is checked again, and its caller is not an administrator any more.
    expect(outcome).toBe(refusal)
    expect(await database.sql`select from private.usable_admins() a (id) where a.id = ${A}`).toHaveLength(1)
    expect(await hasAdmin()).toBe(true)
  })

  test('is not banned by somebody who is an administrator no longer', async () => {
    await revoke(A, B)
    const banned = await ban(B, A)
    expect(banned.count).toBe(0)
    await expect(ban(A, A)).rejects.toThrow('You cannot ban yourself')
    await database.sql`insert into public.user_roles (user_id, role) values (${B}, 'admin')`
    await ban(A, B)
    expect(await hasAdmin()).toBe(true)
  })

  test('is not revoked by somebody whose account is closed', async () => {
    // A token is valid for a moment after its account was closed.
    await database.sql`update auth.users set deleted_at = now() where id = ${A}`
    expect((await revoke(A, B)).count).toBe(0)
    expect(await hasAdmin()).toBe(true)
  })
})

describe('a claim link', () => {
  const claim = (member: string, token: string) =>
    as(member, (sql) => sql`select public.claim_admin(${token}) as done`)
  const issue = async (token: string) =>
    (await database.sql`select private.issue_admin_claim(${token}) as made`)[0]?.made as boolean

  test('is made while no administrator can act, and works once', async () => {
    expect(await issue('early')).toBe(false)
    await database.sql`update public.profiles set user_level = 'Banned' where id in (${A}, ${B})`
    expect(await issue('needed')).toBe(true)
    expect((await claim(C, 'needed'))[0]?.done).toBe(true)
    await expect(claim(C, 'needed')).rejects.toThrow('not valid any more')
  })

  test('expires when there is an administrator, however they became one', async () => {
    await database.sql`delete from public.user_roles`
    expect(await issue('waiting')).toBe(true)
    await database.sql`insert into public.user_roles (user_id, role) values (${A}, 'admin')`
    await expect(claim(C, 'waiting')).rejects.toThrow('not valid any more')
    expect(await database.sql`select from public.user_roles where user_id = ${C}`).toHaveLength(0)
  })
})
