// Every action of an administrator is logged; authors remove their own versions; guests in the chat can be limited.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const ids = {
  asha: 'a0000000-0000-4000-8000-000000000001',
  bala: 'b0000000-0000-4000-8000-000000000002',
  latha: 'd0000000-0000-4000-8000-000000000004',
}
type Name = keyof typeof ids

let database: TestDatabase
let thread: string
let revision: string

beforeAll(async () => {
  database = await startDatabase()
  const { sql } = database
  for (const [name, id] of Object.entries(ids)) {
    await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${id}, ${`${name}@example.com`}, now(), ${sql.json({ username: name })})`
  }
  await sql`insert into public.user_roles (user_id, role) values (${ids.latha}, 'admin')`
  await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos')`
  await sql`select private.configure(null, false)`
})

afterAll(() => database.stop())

beforeEach(async () => {
  const { sql } = database
  await sql`delete from public.threads`
  await sql`delete from public.chat_messages`
  await sql`update public.site_settings set guest_chat = true, chat_gap_seconds = 0`
  const [t] = await sql`insert into public.threads (title, content, author_id, category_id)
    select 'Grey market premiums', '<p>Call me: 98765 43210</p>', ${ids.asha}, c.id
    from public.forum_categories c returning id`
  thread = t?.id as string
  await as(
    'asha',
    (work) => work`update public.threads set content = '<p>Ask me here.</p>' where id = ${thread}`,
  )
  const [v] = await sql`select id from public.post_revisions where thread_id = ${thread}`
  revision = v?.id as string
})

function as<T>(name: Name | 'guest', statement: (sql: Sql) => Promise<T>, address = '192.0.2.1'): Promise<T> {
  const role = name === 'guest' ? 'anon' : 'authenticated'
  const sub = name === 'guest' ? null : ids[name]
  return database.sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', ${role}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub, role })}, true),
      set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': address, 'user-agent': 'test' })}, true)`
    return statement(work)
  }) as Promise<T>
}

const latest = async () =>
  (
    await database.sql`select actor_id, action, target_table, target_label, reason, detail
      from public.moderation_log order by id desc limit 1`
  )[0]
const entries = async () =>
  Number((await database.sql`select count(*) as n from public.moderation_log`)[0]?.n)

describe('the log has an entry', () => {
  test('for a version that an administrator removed and restored', async () => {
    await as('latha', (sql) => sql`update public.post_revisions set is_hidden = true where id = ${revision}`)
    const entry = {
      target_table: 'post_revisions',
      target_label: 'Grey market premiums',
      actor_id: ids.latha,
    }
    expect(await latest()).toMatchObject({ action: 'hide', ...entry })
    await as('latha', (sql) => sql`update public.post_revisions set is_hidden = false where id = ${revision}`)
    expect(await latest()).toMatchObject({ action: 'show', ...entry })
  })

  test('for mailing all subscribers, a changed author and a changed date', async () => {
    const [article] = await as(
      'latha',
      (sql) => sql<{ id: string }[]>`insert into public.blog_posts (title, category, author_id, status)
        values ('On premiums', 'IPO', ${ids.latha}, 'published') returning id`,
    )
    const id = article?.id ?? ''
    const before = await entries()
    const change = (values: Record<string, unknown>) =>
      as('latha', (sql) => sql`update public.blog_posts set ${sql(values)} where id = ${id}`)
    await change({ mail_subscribers: true })
    expect(await latest()).toMatchObject({
      action: 'update',
      target_table: 'blog_posts',
      target_label: 'On premiums',
      detail: 'mail_subscribers: false → true',
    })
    await change({ author_id: ids.asha })
    expect(await latest()).toMatchObject({ detail: 'author: latha → asha' })
    await change({ published_at: '2025-01-01T00:00:00Z' })
    expect((await latest())?.detail).toMatch(/^published_at: .* → 2025-01-01 00:00:00\+00$/)
    expect(await entries()).toBe(before + 3)
  })

  test('for a member’s picture that an administrator deleted, and none for an own one', async () => {
    await database.sql`insert into storage.objects (bucket_id, name) values
      ('avatars', ${`${ids.asha}/face.png`}), ('avatars', ${`${ids.latha}/face.png`})`
    await as('latha', (sql) => sql`delete from storage.objects where name = ${`${ids.asha}/face.png`}`)
    expect(await latest()).toMatchObject({
      action: 'delete',
      target_table: 'objects',
      target_label: `avatars/${ids.asha}/face.png`,
    })
    const before = await entries()
    await as('latha', (sql) => sql`delete from storage.objects where name = ${`${ids.latha}/face.png`}`)
    expect(await entries()).toBe(before)
  })

  test('for an export, which the same call returns', async () => {
    await database.sql`insert into public.newsletter_subscribers (email, state) values ('r@example.com', 'confirmed')`
    const [row] = await as('latha', (sql) => sql`select public.export_subscribers('confirmed') as rows`)
    expect(row?.rows).toMatchObject([{ email: 'r@example.com' }])
    expect(await latest()).toMatchObject({ action: 'export', detail: '1 rows' })
    await expect(as('asha', (sql) => sql`select public.export_subscribers('confirmed')`)).rejects.toThrow(
      'Unauthorized: Admin access required',
    )
  })
})

describe('an earlier version', () => {
  const seenBy = (name: Name | 'guest') =>
    as(name, (sql) => sql`select content from public.post_revisions where id = ${revision}`)

  test('is removed by its author, and only administrators can read it then', async () => {
    expect(await seenBy('guest')).toHaveLength(1)
    const before = await entries()
    await as('asha', (sql) => sql`select public.withdraw_revision(${revision})`)
    expect(await seenBy('guest')).toEqual([])
    expect(await seenBy('asha')).toEqual([])
    expect(await seenBy('latha')).toHaveLength(1)
    expect(await entries(), 'no act of moderation').toBe(before)
  })

  test('is removed by nobody else, nor while the post is hidden, nor by a banned member', async () => {
    const withdraw = (name: Name) => as(name, (sql) => sql`select public.withdraw_revision(${revision})`)
    await expect(withdraw('bala')).rejects.toThrow('does not exist any more')
    await database.sql`update public.threads set is_hidden = true`
    await expect(withdraw('asha')).rejects.toThrow('does not exist any more')
    await database.sql`update public.threads set is_hidden = false`
    await database.sql`update public.profiles set user_level = 'Banned' where id = ${ids.asha}`
    await expect(withdraw('asha')).rejects.toThrow('may not change')
    await database.sql`update public.profiles set user_level = 'Regular' where id = ${ids.asha}`
    expect(await seenBy('guest')).toHaveLength(1)
  })
})

test('the hour of a member’s activity is not readable', async () => {
  await database.sql`update public.profiles set last_active = '2026-11-20T17:45:00Z' where id = ${ids.asha}`
  await database.sql`update auth.users set last_sign_in_at = '2026-11-21T18:45:00Z' where id = ${ids.asha}`
  const [row] = await database.sql`select last_active from public.profiles where id = ${ids.asha}`
  expect(row?.last_active).toEqual(new Date('2026-11-21T18:30:00Z'))
})

test('an older notification stays read beside a newer unread one, two at once included', async () => {
  const at = (day: number, read: string | null) => database.sql`
    insert into public.notifications (user_id, kind, thread_id, created_at, read_at)
    values (${ids.bala}, 'reply_to_followed', ${thread}, ${`2026-11-0${day}`}, ${read})`
  await at(1, '2026-11-02')
  await at(2, '2026-11-02')
  await as('bala', (sql) => sql`update public.notifications set read_at = null`)
  const unread = () =>
    database.sql`select from public.notifications where user_id = ${ids.bala} and read_at is null`
  expect(await unread()).toHaveLength(1)
  await as('bala', (sql) => sql`update public.notifications set read_at = null`)
  expect(await unread()).toHaveLength(1)
})

describe('the chat', () => {
  const say = (name: Name | 'guest', address?: string) =>
    as(
      name,
      (sql) => sql<{ id: string }[]>`insert into public.chat_messages (message, username, is_anonymous)
        values ('hello', 'Night Owl', true) returning id`,
      address,
    )

  test('is closed to guests and open to members when an administrator chooses so', async () => {
    await say('guest')
    await as('latha', (sql) => sql`update public.site_settings set guest_chat = false`)
    await expect(say('guest')).rejects.toThrow('Please sign in')
    await say('asha')
  })

  test('has a slow mode, also for many messages in one statement, per guest, and not for administrators', async () => {
    await as('latha', (sql) => sql`update public.site_settings set chat_gap_seconds = 60`)
    await say('asha')
    await expect(say('asha')).rejects.toThrow('one message every 60 seconds')
    await say('guest')
    await expect(say('guest')).rejects.toMatchObject({
      code: 'PT429',
      detail: expect.stringMatching(/^Retry after \d+ seconds\.$/),
    })
    await say('guest', '198.51.100.7')
    await expect(
      as(
        'bala',
        (sql) => sql`insert into public.chat_messages (message, username, is_anonymous)
          select 'hello', 'Night Owl', true from generate_series(1, 5)`,
      ),
    ).rejects.toMatchObject({ code: 'PT429' })
    await say('latha')
    await say('latha')
  })

  test('mutes one guest, and no other', async () => {
    const [message] = await say('guest')
    const mute = (name: Name, id = message?.id ?? '') =>
      as(name, (sql) => sql`select public.mute_chat_guest(${id}, 'Sells tips')`)
    await expect(mute('asha')).rejects.toThrow('Unauthorized: Admin access required')
    await mute('latha')
    expect(await latest()).toMatchObject({ action: 'mute', target_label: 'Night Owl', reason: 'Sells tips' })
    await expect(say('guest')).rejects.toThrow('cannot write in the chat for now')
    await say('guest', '198.51.100.7')
    const [own] = await say('asha')
    await expect(mute('latha', own?.id)).rejects.toThrow('No guest wrote this')
  })
})

test('a member can upload 200 MiB in a day, and 1 GiB in total', async () => {
  const { sql } = database
  const upload = () =>
    as(
      'asha',
      (work) => work`insert into storage.objects (bucket_id, name) values
      ('content', ${`${ids.asha}/${crypto.randomUUID()}.png`})`,
    )
  const replace = () =>
    as('asha', (work) => work`update storage.objects set version = ${crypto.randomUUID()}`)
  const hold = (mebibytes: number, age: string) => sql`
    insert into storage.objects (bucket_id, name, metadata, created_at) values ('content',
      ${`${ids.asha}/${crypto.randomUUID()}.png`}, ${sql.json({ size: mebibytes * 1_048_576 })}, now() - ${age}::interval)`
  await hold(199, '1 hour')
  await upload()
  await hold(1, '1 hour')
  await expect(upload()).rejects.toMatchObject({ code: 'PT413', message: expect.stringContaining('200 MB') })
  await expect(replace(), 'in the place of a file too').rejects.toMatchObject({ code: 'PT413' })
  await sql`delete from storage.objects`
  await hold(1, '40 days')
  await replace()
  await sql`update storage.objects set metadata = ${sql.json({ size: 200 * 1_048_576 })}`
  await expect(upload(), 'what was replaced today is of today').rejects.toMatchObject({ code: 'PT413' })
  await sql`delete from storage.objects`
  await hold(1_024, '40 days')
  await expect(upload()).rejects.toMatchObject({ code: 'PT413', message: expect.stringContaining('1 GB') })
  await sql`delete from storage.objects`
  await upload()
})
