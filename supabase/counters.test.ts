// Counters stay right whatever members and admins write: private.recount() computes all of them from the rows and must find
// nothing to correct. (counters-concurrent.test.ts: what they write at the same time.)
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, type CountedCommunity, startCountedCommunity } from '../tests/support/counters.ts'
import { seedCommunity } from './seed/load.ts'

let community: CountedCommunity
let database: CountedCommunity['database']
let members: string[]
let corrections: CountedCommunity['corrections']
let miscounted: CountedCommunity['miscounted']

beforeAll(async () => {
  community = await startCountedCommunity()
  ;({ database, members, corrections, miscounted } = community)
})
afterAll(() => database.stop())

test('the sample community comes out of the triggers with every counter right', async () => {
  expect(await corrections()).toEqual([])
  const [sums] = await database.sql`
    select (select sum(reply_count) from public.threads)::int as replies,
      (select count(*) from public.replies where state = 'shown')::int as rows,
      (select sum(thread_count) from public.forum_categories)::int as threads`
  expect(sums?.replies).toBe(sums?.rows)
  expect(sums?.replies).toBeGreaterThan(300)
  expect(sums?.threads).toBeGreaterThanOrEqual(40)
})

test('the sample community has read what it was notified of, and no job will notify of what is old', async () => {
  const [row] = await database.sql`
    select (select count(*) > 300 from public.notifications where kind like 'reply%') as notified,
      (select count(*) from public.notifications where read_at is null and thread_id is not null)::int as unread,
      (select count(*) from private.new_replies)::int + (select count(*) from private.reply_outbox)::int as waiting`
  expect(row).toEqual({ notified: true, unread: 0, waiting: 0 })
})

test('a profile counts the replies that guests can list, whatever happens to their discussions', async () => {
  const { sql } = database
  expect(await miscounted()).toEqual([])
  const [thread] = await sql<{ id: string; author_id: string; category_id: string }[]>`
    select id, author_id, category_id from public.threads where reply_count > 5 order by id limit 1`
  const [id = '', other = ''] = [
    thread?.id,
    (await sql`select id from public.forum_categories where id <> ${thread?.category_id ?? ''} limit 1`)[0]
      ?.id,
  ]
  const replies = () => sql<{ id: string }[]>`
    select id from public.replies where thread_id = ${id} order by created_at, id`
  const [first, second, third] = await replies()
  const author = members.find((member) => member !== thread?.author_id) ?? ''
  const acts: [string, () => Promise<unknown>][] = [
    ['hide the discussion', () => sql`update public.threads set is_hidden = true where id = ${id}`],
    [
      'hide a reply in it',
      () => sql`update public.replies set is_hidden = true where id = ${first?.id ?? ''}`,
    ],
    [
      'show another in it',
      () => sql`update public.replies set is_hidden = false where id = ${first?.id ?? ''}`,
    ],
    ['hide it again', () => sql`update public.replies set is_hidden = true where id = ${first?.id ?? ''}`],
    ['delete one in it', () => sql`delete from public.replies where id = ${second?.id ?? ''}`],
    [
      'reply in it',
      () =>
        sql`insert into public.replies (content, thread_id, author_id) values ('<p>In private</p>', ${id}, ${author})`,
    ],
    ['move it', () => sql`update public.threads set category_id = ${other} where id = ${id}`],
    ['show the discussion', () => sql`update public.threads set is_hidden = false where id = ${id}`],
    ['show the reply', () => sql`update public.replies set is_hidden = false where id = ${first?.id ?? ''}`],
    ['hide a reply', () => sql`update public.replies set is_hidden = true where id = ${third?.id ?? ''}`],
    ['hide the discussion', () => sql`update public.threads set is_hidden = true where id = ${id}`],
    ['delete the discussion', () => sql`delete from public.threads where id = ${id}`],
  ]
  for (const [act, run] of acts) {
    await run()
    expect(await miscounted(), act).toEqual([])
    expect(await corrections(), act).toEqual([])
  }
})

test('hiding a discussion takes from who replied what their replies gave, and showing it gives that back', async () => {
  const { sql } = database
  const [thread] = await sql<{ id: string }[]>`
    select id from public.threads where reply_count > 5 and not is_hidden order by id desc limit 1`
  const id = thread?.id ?? ''
  const standings = () => sql<{ id: string; total_replies: number; reputation: number; here: number }[]>`
    select p.id, p.total_replies, p.reputation, (
      select count(*)::int from public.replies r where r.author_id = p.id and r.thread_id = ${id} and not r.is_hidden
    ) as here
    from public.profiles p
    where p.id not in (select t.author_id from public.threads t where t.id = ${id})
    order by p.id`
  const before = await standings()
  expect(before.filter(({ here }) => here > 0).length).toBeGreaterThan(2)
  await sql`update public.threads set is_hidden = true where id = ${id}`
  expect(await standings()).toEqual(
    before.map((member) => ({
      ...member,
      total_replies: member.total_replies - member.here,
      reputation: member.reputation - member.here,
    })),
  )
  await sql`update public.threads set is_hidden = false where id = ${id}`
  expect(await standings()).toEqual(before)
})

test('loading the sample a second time does nothing', async () => {
  expect(await seedCommunity(database.ownerUrl)).toBe(false)
})

test('a wrong counter is found and corrected', async () => {
  await database.sql`update public.forum_categories set post_count = post_count + 7 where slug = 'ipos'`
  expect(await corrections()).toEqual([{ counted: 'forum_categories', corrected: '1' }])
  expect(await corrections()).toEqual([])
})

test('closing accounts and erasing all their posts leaves every counter right', async () => {
  const before = await database.sql`select count(*)::int as n from public.replies`
  await database.sql.begin(async (sql) => {
    await sql`select set_config('account.erase_posts', 'true', true)`
    await sql`delete from auth.users where id in ${sql(members.slice(1, 6))}`
  })
  expect(await corrections()).toEqual([])
  let gone = 1
  while (gone > 0) {
    const [row] = await database.sql<{ gone: number }[]>`select private.erase_accounts()::int as gone`
    gone = row?.gone ?? 0
  }
  const after = await database.sql`select count(*)::int as n from public.replies`
  expect(after[0]?.n).toBeLessThan(before[0]?.n)
  expect(await corrections()).toEqual([])
})

describe('an update of counters alone', () => {
  test('a view and a vote send no event for the discussion; a vote sends its own event, without its voter', async () => {
    await database.sql`delete from private.changes`
    const [thread] = await database.sql<{ id: string; category_id: string }[]>`
      select id, category_id from public.threads where not is_hidden order by id limit 1`
    const id = thread?.id ?? ''
    const member = members.at(-1) ?? ''
    await database.sql`delete from public.reactions where thread_id = ${id} and user_id = ${member}`
    await database.sql`delete from private.changes`
    await as(database.sql, member, (sql) => sql`select public.increment_thread_views(${id})`)
    await database.sql`select private.flush_thread_views()`
    await as(
      database.sql,
      member,
      (sql) => sql`insert into public.reactions (user_id, thread_id) values (${member}, ${id})`,
    )
    const [vote] = await database.sql`
      select id from public.reactions where thread_id = ${id} and user_id = ${member}`
    const changes = await database.sql`select payload from private.changes order by id`
    expect(changes.map(({ payload }) => payload)).toEqual([
      { table: 'reactions', op: 'INSERT', id: vote?.id, thread_id: id, category_id: thread?.category_id },
    ])
  })
})
