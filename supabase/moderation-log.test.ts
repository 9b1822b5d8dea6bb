// The log of an admin's actions has enough to know, a year later, what was done to which row.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const NAMES = ['asha', 'admin'] as const
type Name = (typeof NAMES)[number]
const ids: Record<Name, string> = {
  asha: 'a0000000-0000-4000-8000-000000000001',
  admin: 'd0000000-0000-4000-8000-000000000004',
}

let database: TestDatabase
let thread: string
let reply: string
let seen = 0

beforeAll(async () => {
  database = await startDatabase()
  const { sql } = database
  for (const name of NAMES) {
    await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${ids[name]}, ${`${name}@example.com`}, now(), ${sql.json({ username: name })})`
  }
  await sql`insert into public.user_roles (user_id, role) values (${ids.admin}, 'admin')`
  await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos'), ('Taxation', 'taxation')`
})

afterAll(() => database.stop())

beforeEach(async () => {
  const { sql } = database
  await sql`delete from public.threads`
  const [t] = await sql`insert into public.threads (title, content, author_id, category_id)
    select 'Grey market premiums', '<p>What do they tell?</p>', ${ids.asha}, c.id
    from public.forum_categories c where c.slug = 'ipos' returning id`
  thread = t?.id as string
  const [r] = await sql`insert into public.replies (thread_id, author_id, content)
    values (${thread}, ${ids.asha}, '<p>Nothing <b>at all</b></p>') returning id`
  reply = r?.id as string
  const [last] = await sql`select coalesce(max(id), 0)::int as id from public.moderation_log`
  seen = last?.id as number
})

function as(name: Name, statement: (sql: Sql) => Promise<unknown>): Promise<unknown> {
  return database.sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: ids[name], role: 'authenticated' })}, true)`
    return statement(work)
  })
}

/** The entries since the test began. */
const entries = () =>
  database.sql`select actor_id, action, target_table, target_label, detail from public.moderation_log
    where id > ${seen} order by id`

describe('the log has', () => {
  test('the old and new category of a discussion that moved, and its title', async () => {
    await as(
      'admin',
      (sql) => sql`update public.threads set title = 'Grey market premiums, explained',
        category_id = (select c.id from public.forum_categories c where c.slug = 'taxation') where id = ${thread}`,
    )
    expect(await entries()).toMatchObject([
      { actor_id: ids.admin, action: 'move', detail: 'IPOs → Taxation' },
      { action: 'edit', detail: 'title: Grey market premiums → Grey market premiums, explained' },
    ])
  })

  test('which reply was hidden, shown and deleted', async () => {
    await as('admin', (sql) => sql`update public.replies set is_hidden = true where id = ${reply}`)
    await as('admin', (sql) => sql`update public.replies set is_hidden = false where id = ${reply}`)
    await as('admin', (sql) => sql`delete from public.replies where id = ${reply}`)
    const label = { target_table: 'replies', target_label: 'Nothing at all' }
    expect(await entries()).toMatchObject(['hide', 'show', 'delete'].map((action) => ({ ...label, action })))
  })

  test('the changed fields of a category, and its new position', async () => {
    await as('admin', (sql) => sql`update public.forum_categories set color = '#ef4444' where slug = 'ipos'`)
    await as('admin', (sql) => sql`update public.forum_categories set color = '#ef4444' where slug = 'ipos'`)
    await as('admin', (sql) => sql`update public.forum_categories set position = 1 where slug = 'ipos'`)
    expect(await entries()).toMatchObject([
      { action: 'update', target_label: 'IPOs', detail: 'color: #10b981 → #ef4444' },
      { action: 'move', target_label: 'IPOs', detail: 'to place 1' },
    ])
  })

  test('no entry for members’ changes to their own rows', async () => {
    await as('asha', (sql) => sql`update public.threads set title = 'A better title' where id = ${thread}`)
    await as(
      'asha',
      (sql) => sql`update public.replies set content = '<p>Nearly nothing</p>' where id = ${reply}`,
    )
    expect(await entries()).toEqual([])
  })
})

test('the id of a deleted discussion', async () => {
  await database.sql`delete from public.threads where id = ${thread}`
  expect(await database.sql`select id from public.deleted_threads where id = ${thread}`).toHaveLength(1)
})
