// How long sanctions, appeals and notes are kept, and what an import and a closed account do to them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const ASHA = 'a0000000-0000-4000-8000-000000000001'
const BALA = 'b0000000-0000-4000-8000-000000000002'

let database: TestDatabase

beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database.stop())
beforeEach(async () => {
  const { sql } = database
  await sql`delete from auth.users`
  await sql`delete from public.profiles`
  await sql`delete from private.moderation_mails`
  for (const [id, username] of [
    [ASHA, 'asha'],
    [BALA, 'bala'],
  ] as const)
    await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${id}, ${`${username}@example.com`}, now(), ${sql.json({ username })})`
})

const kinds = async () => {
  const rows = await database.sql`select kind from public.sanctions order by kind`
  return rows.map(({ kind }) => kind as string)
}
const forget = async () => (await database.sql`select private.delete_old_sanctions()::int as n`)[0]?.n

test('are kept for a year after their end, and without end for good', async () => {
  await database.sql`
    insert into public.sanctions (member_id, kind, starts_at, ends_at, lifted_at) values
      (${ASHA}, 'suspended', now() - interval '400 days', now() - interval '366 days', null),
      (${ASHA}, 'no_links', now() - interval '400 days', now() - interval '364 days', null),
      (${ASHA}, 'warning', now() - interval '366 days', null, null),
      (${ASHA}, 'no_chat', now() - interval '900 days', null, now() - interval '366 days'),
      (${ASHA}, 'read_only', now() - interval '900 days', null, null)`
  expect(await forget()).toBe(3)
  expect(await kinds()).toEqual(['no_links', 'read_only'])
})

test('of a closed account go with what it was registered with, and not before', async () => {
  const { sql } = database
  await sql`insert into public.sanctions (member_id, kind) values (${ASHA}, 'read_only'), (${BALA}, 'read_only')`
  await sql`insert into public.member_notes (member_id, note) values (${ASHA}, 'Sells a course')`
  await sql`update auth.users set deleted_at = now() where id = ${ASHA}`
  expect(await forget()).toBe(0)
  await sql`delete from private.closed_accounts`
  expect(await forget()).toBe(2)
  expect(await sql`select member_id from public.sanctions`).toEqual([{ member_id: BALA }])
})

test('a member who comes banned from another forum has the sanction, and is told of nothing', async () => {
  const { sql } = database
  await sql.begin(async (work) => {
    await work`select set_config('arthachowk.importing', 'on', true)`
    await work`insert into public.profiles (id, username, user_level) values (gen_random_uuid(), 'chitra', 'Banned')`
  })
  expect(await kinds()).toEqual(['banned'])
  expect(await sql`select from public.notifications`).toHaveLength(0)
  expect(await sql`select from private.moderation_mails`).toHaveLength(0)
})

test('mails are taken a minute after the act, once', async () => {
  const { sql } = database
  await sql`insert into public.sanctions (member_id, kind) values (${ASHA}, 'warning')`
  const take = async () => (await sql`select private.take_moderation_mails(10) as subject`).length
  expect(await take()).toBe(0)
  await sql`update private.moderation_mails set due_at = now()`
  expect(await take()).toBe(1)
  expect(await take()).toBe(0)
})
