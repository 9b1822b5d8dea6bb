// The copy of its target that a report keeps, how it is resolved, and how many one member may send.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const NAMES = ['asha', 'bala', 'admin'] as const
type Name = (typeof NAMES)[number]
const ids: Record<Name, string> = {
  asha: 'a0000000-0000-4000-8000-000000000001',
  bala: 'b0000000-0000-4000-8000-000000000002',
  admin: 'd0000000-0000-4000-8000-000000000004',
}

let database: TestDatabase
let thread: string
let reply: string
let message: string

beforeAll(async () => {
  database = await startDatabase()
  const { sql } = database
  for (const name of NAMES) {
    await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${ids[name]}, ${`${name}@example.com`}, now(), ${sql.json({ username: name })})`
  }
  await sql`insert into public.user_roles (user_id, role) values (${ids.admin}, 'admin')`
  await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos')`
})

afterAll(() => database.stop())

beforeEach(async () => {
  const { sql } = database
  await sql`delete from public.reports`
  await sql`delete from public.threads`
  await sql`delete from public.chat_messages`
  // Moves earlier reports into the past, so that the hourly limit does not apply.
  await sql`truncate private.write_counts`
  await sql`select private.configure(null, true)`
  const [t] = await sql`insert into public.threads (title, content, author_id, category_id)
    select 'Double your money by Diwali', '<p>Ask &amp; <b>win</b>: 2 &lt; 3</p>', ${ids.asha}, c.id
    from public.forum_categories c returning id`
  thread = t?.id as string
  const [r] = await sql`insert into public.replies (thread_id, author_id, content)
    values (${thread}, ${ids.asha}, '<p>Send me your number</p>') returning id`
  reply = r?.id as string
  const [m] = await as(
    'asha',
    (work) => work`insert into public.chat_messages (message, username, is_anonymous)
      values ('Join my channel', 'Night Owl', true) returning id`,
  )
  message = m?.id as string
})

function as<T>(name: Name, statement: (sql: Sql) => Promise<T>): Promise<T> {
  return database.sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: ids[name], role: 'authenticated' })}, true)`
    return statement(work)
  }) as Promise<T>
}

const report = (name: Name, column: 'thread_id' | 'reply_id' | 'message_id' | 'profile_id', id: string) =>
  as(
    name,
    (work) =>
      work`insert into public.reports ${work({ [column]: id, ground: 'spam', reason: 'Sells tips' })}`,
  )
const reports = () =>
  database.sql`select target_kind, target_id, target_label, target_excerpt, target_author_id, state, resolution,
    (select d.admin_id from private.report_decisions d where d.report_id = id) as decided_by from public.reports order by created_at, target_kind`
const log = () =>
  database.sql`select action, target_table, target_label, reason from public.moderation_log
    where actor_id = ${ids.admin} and created_at > now() - interval '1 minute' order by id desc limit 1`

describe('a report', () => {
  test('keeps the title and text of its target', async () => {
    await report('bala', 'thread_id', thread)
    await report('bala', 'reply_id', reply)
    await report('bala', 'profile_id', ids.asha)
    expect(await reports()).toMatchObject([
      {
        target_kind: 'thread',
        target_id: thread,
        target_author_id: ids.asha,
        target_label: 'Double your money by Diwali',
        target_excerpt: 'Ask & win: 2 < 3',
      },
      {
        target_kind: 'reply',
        target_id: reply,
        target_author_id: ids.asha,
        target_label: 'Double your money by Diwali',
        target_excerpt: 'Send me your number',
      },
      { target_kind: 'profile', target_id: ids.asha, target_label: 'asha', target_author_id: ids.asha },
    ])
  })

  test('of an anonymous message does not reveal its author', async () => {
    await report('bala', 'message_id', message)
    const [kept] = await reports()
    expect(kept).toMatchObject({ target_label: 'Night Owl', target_excerpt: 'Join my channel' })
    expect(kept?.target_author_id).toBeNull()
    expect(JSON.stringify(kept)).not.toContain(ids.asha)
  })

  test('is resolved by the deletion of its target, and stays on record', async () => {
    await report('bala', 'thread_id', thread)
    await report('bala', 'reply_id', reply)
    await as('admin', (work) => work`delete from public.threads where id = ${thread}`)
    const answered = { state: 'resolved', resolution: 'It was deleted.', decided_by: ids.admin }
    expect(await reports()).toMatchObject([
      { target_id: thread, ...answered },
      { target_id: reply, ...answered },
    ])
    expect(await log(), 'one act, one entry').toMatchObject([{ action: 'delete', target_table: 'threads' }])
  })

  test('of an expired message stays open', async () => {
    await report('bala', 'message_id', message)
    await database.sql`update public.chat_messages set created_at = now() - interval '13 hours'`
    await as('admin', (work) => work`delete from public.chat_messages where id = ${message}`)
    expect(await reports()).toMatchObject([{ target_id: message, state: 'open' }])
  })

  test('is resolved with a comment, which the log keeps', async () => {
    await report('bala', 'profile_id', ids.asha)
    await as(
      'admin',
      (work) => work`update public.reports set state = 'dismissed', resolution = 'A joke among friends.'`,
    )
    expect(await reports()).toMatchObject([{ state: 'dismissed', decided_by: ids.admin }])
    expect(await log()).toEqual([
      {
        action: 'dismiss',
        target_table: 'reports',
        target_label: 'asha',
        reason: 'A joke among friends.',
      },
    ])
    await as('admin', (work) => work`update public.reports set state = 'open'`)
    expect(await reports()).toMatchObject([{ state: 'open', decided_by: null }])
    expect(await log()).toMatchObject([{ action: 'reopen' }])
  })

  test('stays when the account of the reported author is deleted', async () => {
    const stranger = 'e0000000-0000-4000-8000-000000000005'
    await database.sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${stranger}, 'stranger@example.com', now(), '{"username": "stranger"}')`
    await report('bala', 'profile_id', stranger)
    await database.sql`delete from auth.users where id = ${stranger}`
    expect(await reports()).toHaveLength(1)
  })

  test('is refused after twenty in an hour', async () => {
    await database.sql`
      insert into private.write_counts (kind, who, amount) values ('report', ${ids.bala}, 19)`
    await report('bala', 'profile_id', ids.asha)
    await expect(report('bala', 'thread_id', thread)).rejects.toMatchObject({ code: 'PT429' })
    await report('admin', 'thread_id', thread)
    await database.sql`select private.configure(null, false)`
    await report('bala', 'thread_id', thread)
  })
})
