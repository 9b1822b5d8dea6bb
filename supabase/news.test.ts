// New and unread are one rule (docs/decisions/0017): dots, lists, numbers, the next one and For you agree on it. And what is
// watched is not muted.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  as,
  category,
  connect,
  database,
  follow,
  ids,
  type Name,
  notificationsOf,
  reply,
  thread,
  withAnchorThread,
} from '../tests/support/anchors.ts'

withAnchorThread()

beforeEach(async () => {
  for (const table of ['thread_reads', 'category_reads', 'visits', 'mutes', 'watches', 'follows'])
    await database.sql.unsafe(`delete from public.${table}`)
})

const begun = (ago: string) =>
  database.sql`update public.threads set created_at = now() - ${ago}::interval, last_activity = now() - ${ago}::interval`
const open = (name: Name) => as(name, (work) => work`select public.mark_thread_read(${thread})`)
/** Meera was here then, and again then, and is here now. */
const visits = (...ago: [previous: string | null, seen: string]) => database.sql`
  insert into public.visits (user_id, previous_at, seen_at)
  values (${ids.meera}, now() - ${ago[0]}::interval, now() - ${ago[1]}::interval)`

/** What everything that asks the rule says of the thread: one word if all agree. */
async function news(name: Name = 'meera'): Promise<string> {
  const rows = await as(
    name,
    (work) => work<{ by: string; says: string }[]>`
      select 'dot' as by, coalesce(
        (select case when r.is_new then 'new' when r.unread > 0 then 'unread' end
         from public.unread_replies(array[${thread}]::uuid[]) r), 'nothing') as says
      union all select 'lists', coalesce(
        (select 'new' from public.new_threads()), (select 'unread' from public.unread_threads()), 'nothing')
      union all select 'lists of the category', coalesce(
        (select 'new' from public.new_threads(20, 0, ${category})),
        (select 'unread' from public.unread_threads(20, 0, ${category})), 'nothing')
      union all select 'numbers', case when n.new = 1 then 'new' when n.unread = 1 then 'unread' else 'nothing' end
        from public.news() n
      union all select 'numbers of the category',
        case when n.new = 1 then 'new' when n.unread = 1 then 'unread' else 'nothing' end
        from public.news(${category}) n
      union all select 'categories',
        case when n.new = 1 and n.categories -> 0 ->> 'threads' <> '1' or n.new = 0 and n.categories <> '[]' then 'wrong'
        else null end from public.news() n
      union all select 'next', coalesce(
        (select case when x.is_new then 'new' else 'unread' end from public.next_unread(null) x), 'nothing')`,
  )
  const said = rows.filter(({ says }) => says !== null)
  const words = new Set(said.map(({ says }) => says))
  return words.size === 1 ? [...words].join() : said.map(({ by, says }) => `${by}: ${says}`).join(', ')
}

describe('new', () => {
  test('is what others began since the last visit and the member never opened', async () => {
    await begun('1 minute')
    expect(await news()).toBe('new')
    expect(await news('asha'), 'never to its author').toBe('nothing')
    await open('meera')
    expect(await news()).toBe('nothing')
    await reply('bala', '<p>A reply</p>')
    expect(await news()).toBe('unread')
    expect(await news('d.rao'), 'to another it is new').toBe('new')
  })

  test.each<[begun: string, previous: string | null, seen: string, says: string]>([
    // The first visit, and one of an hour ago: a day at least.
    ['23 hours', null, '0 minutes', 'new'],
    ['25 hours', null, '0 minutes', 'nothing'],
    ['23 hours', '2 hours', '0 minutes', 'new'],
    // Since the visit before.
    ['3 days', '4 days', '0 minutes', 'new'],
    ['5 days', '4 days', '0 minutes', 'nothing'],
    // A visit that has just begun is not stored yet: the last one ended when it was seen.
    ['3 days', '9 days', '2 days', 'nothing'],
    ['3 days', '9 days', '4 days', 'new'],
    // A month at most.
    ['29 days', '90 days', '0 minutes', 'new'],
    ['31 days', '90 days', '0 minutes', 'nothing'],
  ])('begun %s ago, with visits %s and %s ago: %s', async (ago, previous, seen, says) => {
    await begun(ago)
    await visits(previous, seen)
    expect(await news()).toBe(says)
  })

  test('stays while one reads on, on all devices, and a new visit begins after an hour', async () => {
    await begun('3 days')
    const note = () => as('meera', (work) => work`select public.note_visit()`)
    await visits('4 days', '59 minutes')
    await note()
    expect(await news()).toBe('new')
    await database.sql`update public.visits set seen_at = now() - interval '61 minutes'`
    await note()
    expect(await news()).toBe('nothing')
    const [row] = await database.sql`
      select seen_at > now() - interval '1 minute' as seen, previous_at < now() - interval '1 hour' as before
      from public.visits`
    expect(row).toEqual({ seen: true, before: true })
  })

  test('a visit is noted by its member alone, not by one who is banned', async () => {
    await database.sql`update public.profiles set user_level = 'Banned' where username = 'bala'`
    for (const name of ['meera', 'bala'] as const) await as(name, (work) => work`select public.note_visit()`)
    expect([...(await database.sql`select user_id from public.visits`)]).toEqual([{ user_id: ids.meera }])
    expect(await as('d.rao', (work) => work`select from public.visits`)).toHaveLength(0)
  })

  test('put aside, of a category or of all, it is not new, and a reply does not make it unread', async () => {
    await begun('1 minute')
    const aside = (only: string | null, seconds = 0) =>
      as('meera', (work) => work`select public.mark_all_read(${seconds}, ${only}, true)`)
    await aside('b0000000-0000-4000-8000-000000000000')
    expect(await news(), 'another category').toBe('new')
    await begun('10 seconds')
    await aside(null, 30)
    expect(await news(), 'begun while it could be undone').toBe('new')
    await aside(category)
    expect(await news()).toBe('nothing')
    await reply('bala', '<p>A reply</p>')
    expect(await news()).toBe('nothing')
    expect(await news('d.rao'), 'of nobody else').toBe('new')
    await open('meera')
    expect(await news(), 'read').toBe('unread')
  })
})

describe.each<[what: string, opened: boolean]>([
  ['new', false],
  ['unread', true],
])('what is %s and muted', (says, opened) => {
  test.each<[string, () => object]>([
    ['by its author', () => ({ member_id: ids.asha })],
    ['by its category', () => ({ category_id: category })],
    ['by a tag', () => ({ tag: 'sip' })],
    ['by a word of its title', () => ({ word: 'anchors' })],
    ['itself', () => ({ thread_id: thread })],
  ])('%s is neither', async (_by, subject) => {
    await database.sql`update public.threads set tags = '{SIP}'`
    if (opened) {
      await open('meera')
      await reply('bala', '<p>A reply</p>')
    }
    expect(await news()).toBe(says)
    const forYou = () => as('meera', (work) => work`select from public.for_you(20)`)
    expect(await forYou()).toHaveLength(1)
    await as('meera', (work) => work`insert into public.mutes ${work(subject())}`)
    expect(await news()).toBe('nothing')
    expect(await forYou()).toHaveLength(0)
  })
})

test('a muted discussion tells nothing, not even its author', async () => {
  await follow('meera')
  for (const name of ['meera', 'asha'] as const)
    await as(name, (work) => work`insert into public.mutes (thread_id) values (${thread})`)
  await open('asha')
  await reply('bala', '<p>@meera and @asha, look</p>')
  expect([await notificationsOf('meera'), await notificationsOf('asha')]).toEqual([[], []])
  expect(await news('asha')).toBe('nothing')
  await as('asha', (work) => work`delete from public.mutes`)
  expect(await news('asha')).toBe('unread')
})

describe('what is watched is not muted, and what is muted is not watched:', () => {
  test.each<[string, watch: string, mute: string]>([
    [
      'a category',
      'insert into public.watches (category_id) values ($1)',
      'insert into public.mutes (category_id) values ($1)',
    ],
    [
      'a tag',
      "insert into public.watches (tag) select 'sip' where $1 is not null",
      "insert into public.mutes (tag) select 'sip' where $1 is not null",
    ],
    [
      'a discussion',
      'insert into public.thread_subscriptions (thread_id) values ($1)',
      'insert into public.mutes (thread_id) values ($1)',
    ],
    [
      'a member',
      'insert into public.follows (followed_id) values ($1)',
      'insert into public.mutes (member_id) values ($1)',
    ],
  ])('%s', async (what, watch, mute) => {
    const subject = what === 'a discussion' ? thread : what === 'a member' ? ids.bala : category
    const write = (statement: string) =>
      as('meera', (work) => work.unsafe(statement.replace('$1', `'${subject}'::uuid`)))
    const both = async () => {
      const [row] = await database.sql<{ watched: number; muted: number }[]>`
        select
          (select count(*) from public.watches w where w.user_id = ${ids.meera})::int
          + (select count(*) from public.follows f where f.follower_id = ${ids.meera})::int
          + (select count(*) from public.thread_subscriptions s where s.user_id = ${ids.meera})::int as watched,
          (select count(*) from public.mutes m where m.user_id = ${ids.meera} and m.word is null)::int as muted`
      return row
    }
    // What is about something else stays.
    await as('meera', (work) => work`insert into public.mutes (word) values ('pump')`)
    await write(mute)
    expect(await both()).toEqual({ watched: 0, muted: 1 })
    await write(watch)
    expect(await both()).toEqual({ watched: 1, muted: 0 })
    await write(mute)
    expect(await both()).toEqual({ watched: 0, muted: 1 })
    expect(await database.sql`select from public.mutes where word = 'pump'`).toHaveLength(1)
  })

  test('nor when two devices write at the same time', async () => {
    const [first, second] = [connect(database.ownerUrl, { max: 1 }), connect(database.ownerUrl, { max: 1 })]
    try {
      let done = Promise.resolve<unknown>(null)
      await first.begin(async (sql) => {
        await sql`insert into public.watches (user_id, category_id) values (${ids.meera}, ${category})`
        done =
          second`insert into public.mutes (user_id, category_id) values (${ids.meera}, ${category})`.then()
        await expect
          .poll(() => database.sql`select from pg_locks where locktype = 'advisory' and not granted`)
          .toHaveLength(1)
      })
      await done
      expect(await database.sql`select from public.watches`).toHaveLength(0)
      expect(await database.sql`select from public.mutes`).toHaveLength(1)
    } finally {
      await Promise.all([first.end(), second.end()])
    }
  })
})
