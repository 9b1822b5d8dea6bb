// What a member mutes is left out of their notifications, mails and own lists, and of nobody else's.
import { beforeEach, expect, test } from 'vitest'
import { plainWords } from '../shared/muted-words.ts'
import {
  as,
  category,
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
  for (const table of ['follows', 'watches', 'mutes', 'thread_reads'])
    await database.sql.unsafe(`delete from public.${table}`)
  await database.sql`delete from private.thread_outbox`
})

type Subject =
  | { thread_id: string }
  | { member_id: string }
  | { category_id: string }
  | { tag: string }
  | { word: string }
const mute = (name: Name, subject: Subject) =>
  as(name, (work) => work`insert into public.mutes ${work(subject)}`)

async function start(title: string, tags: string[] = []): Promise<string> {
  const [row] = await as(
    'bala',
    (work) => work<{ id: string }[]>`insert into public.threads (title, content, author_id, category_id, tags)
      values (${title}, '<p>Long enough to be asked</p>', ${ids.bala}, ${category}, ${tags}) returning id`,
  )
  return row?.id ?? ''
}

const forYou = async (name: Name) =>
  (await as(name, (work) => work<{ id: string }[]>`select id from public.for_you(50)`)).map(({ id }) => id)

test.each([
  '<p>Sure-shot &amp; “safe” tips…</p>',
  'क्या यह पक्का है।',
  'To the 🚀 moon\n\tand <b>back</b>',
  'A_B [c] {d} ~e^f`g',
  'ÄÖÜ ñandú',
])('the database and the browser split %s into the same words', async (text) => {
  const [row] = await database.sql<{ words: string }[]>`select private.plain_words(${text}) as words`
  expect(row?.words).toBe(plainWords(text))
})

test('a muted member does not notify: not by a reply, a mention or a new discussion, and not the other followers less', async () => {
  await follow('meera')
  await follow('d.rao')
  await as('meera', (work) => work`insert into public.follows (followed_id) values (${ids.bala})`)
  await mute('meera', { member_id: ids.bala })
  await mute('asha', { member_id: ids.bala })
  await reply('bala', '<p>@meera and @asha, look</p>')
  await start('A question by somebody muted')
  await database.sql`select private.notify_of_new_threads()`
  expect([await notificationsOf('asha'), await notificationsOf('meera')]).toEqual([[], []])
  expect(await notificationsOf('d.rao')).toEqual(['reply_to_followed'])
  const [rows] =
    await database.sql`select count(*)::int as rows from public.notifications where user_id = ${ids.meera}`
  expect(rows, 'none is stored either').toEqual({ rows: 0 })
  await reply('d.rao', '<p>By somebody else</p>')
  expect(await notificationsOf('meera')).toEqual(['reply_to_followed'])
  expect(await notificationsOf('bala'), 'who is muted is told as before').toEqual([])
  await as('admin', (work) => work`update public.threads set is_locked = true where id = ${thread}`)
  expect(await notificationsOf('asha'), 'moderation is always told').toEqual([
    'reply_to_thread',
    'post_locked',
  ])
})

test('what was told before the mute is no longer shown, until the mute ends', async () => {
  await reply('bala', '<p>Before</p>')
  expect(await notificationsOf('asha')).toEqual(['reply_to_thread'])
  await mute('asha', { member_id: ids.bala })
  expect(await notificationsOf('asha')).toEqual([])
  await as('asha', (work) => work`delete from public.mutes`)
  expect(await notificationsOf('asha')).toEqual(['reply_to_thread'])
})

test('words, tags and categories are left out of For you, news and unread, and of what is watched', async () => {
  const [plain, tagged, worded] = [
    await start('A sober question'),
    await start('A tagged question', ['Penny Stocks']),
    await start('The next MULTIBAGGER?'),
  ]
  expect((await forYou('meera')).toSorted()).toEqual([thread, plain, tagged, worded].toSorted())
  await mute('meera', { tag: 'penny stocks' })
  await mute('meera', { word: 'multibagger' })
  expect((await forYou('meera')).toSorted()).toEqual([thread, plain].toSorted())
  expect((await forYou('d.rao')).length, 'of nobody else').toBe(4)
  expect((await forYou('bala')).length).toBe(4)

  await as('meera', (work) => work`insert into public.watches (category_id) values (${category})`)
  await start('Another multibagger')
  const told = await start('Another sober one')
  for (let left = 1; left > 0; )
    left = Number((await database.sql`select private.notify_of_new_threads() as left`)[0]?.left)
  const rows = await as('meera', (work) => work`select thread_id from public.notifications`)
  expect([...rows]).toEqual([{ thread_id: told }])
  await mute('meera', { category_id: category })
  expect(await forYou('meera')).toEqual([])
  expect(await as('meera', (work) => work`select from public.notifications`)).toHaveLength(0)
})

test('a reply that is muted does not make a discussion unread', async () => {
  await as('meera', (work) => work`select public.mark_thread_read(${thread})`)
  await mute('meera', { word: 'pump' })
  const unread = async (name: Name) =>
    (await as(name, (work) => work`select id from public.unread_threads()`)).length
  await reply('bala', '<p>Join the <b>pump</b> now</p>')
  expect(await unread('meera')).toBe(0)
  await reply('d.rao', '<p>About pumpkins</p>')
  expect(await unread('meera')).toBe(1)
  const [row] = await as(
    'meera',
    (work) => work`select unread from public.unread_replies(array[${thread}]::uuid[])`,
  )
  expect(row).toEqual({ unread: 1 })
})

/** Replies after Meera's mark, from the first to the last: `bala*3` by Bala, `pump*30` with a word that she mutes. */
test.each<[string, number, string]>([
  ['none', 0, ''],
  ['d.rao*1', 1, 'd.rao'],
  ['d.rao*130', 100, 'd.rao'],
  ['bala*3', 0, ''],
  ['pump*30', 0, ''],
  ['pump*3 d.rao*1', 1, 'd.rao'],
  ['d.rao*1 pump*3', 1, 'd.rao'],
  // The latest twenty, or hundred, are muted: what was said before is buried.
  ['d.rao*5 pump*20', 0, ''],
  ['d.rao*5 bala*100', 0, ''],
  ['d.rao*5 bala*99', 5, 'd.rao'],
  ['pump*600 d.rao*1', 81, 'pump'],
  ['bala*450 d.rao*1', 1, 'd.rao'],
  ['pump*15 d.rao*5', 5, 'd.rao'],
])('with %s after the mark, all lists and the number agree', async (written, unread, first) => {
  const { sql } = database
  await sql`delete from public.mutes`
  await sql`delete from public.replies`
  await as('meera', (work) => work`select public.mark_thread_read(${thread})`)
  await as('meera', (work) => work`insert into public.thread_subscriptions (thread_id) values (${thread})`)
  await mute('meera', { member_id: ids.bala })
  await mute('meera', { word: 'pump' })
  const posts = [...written.matchAll(/(\S+)\*(\d+)/g)].flatMap(([, what = '', count]) =>
    Array.from({ length: Number(count) }, () => what),
  )
  await sql`
    insert into public.replies (thread_id, author_id, content, created_at)
    select ${thread}, case when p.what = 'bala' then ${ids.bala}::uuid else ${ids['d.rao']}::uuid end,
      '<p>It is ' || p.what || '</p>', now() + p.place * interval '1 ms'
    from unnest(${posts}::text[]) with ordinality as p (what, place)`
  const lists = await as(
    'meera',
    (work) => work<{ id: string; list: string }[]>`
      select id, 'unread' as list from public.unread_threads()
      union all select id, 'category' from public.unread_threads(20, 0, ${category})`,
  )
  const [row] = await as(
    'meera',
    (work) => work<{ unread: number; said: string | null }[]>`
      select u.unread, (select r.content from public.replies r where r.id = u.first_unread) as said
      from public.unread_replies(array[${thread}]::uuid[]) u`,
  )
  expect(row).toEqual({ unread, said: first ? `<p>It is ${first}</p>` : null })
  expect(lists.map(({ list }) => list).toSorted()).toEqual(unread > 0 ? ['category', 'unread'] : [])
})

test('what is unread in a category leaves out what is muted, as all that is unread does', async () => {
  const unread = async (): Promise<unknown[]> => [
    (await as('meera', (work) => work`select id from public.unread_threads()`)).length,
    (await as('meera', (work) => work`select id from public.unread_threads(20, 0, ${category})`)).length,
  ]
  await as('meera', (work) => work`select public.mark_thread_read(${thread})`)
  await mute('meera', { member_id: ids.bala })
  await reply('bala', '<p>By somebody muted</p>')
  expect(await unread()).toEqual([0, 0])
  await reply('d.rao', '<p>By somebody else</p>')
  expect(await unread()).toEqual([1, 1])
  await mute('meera', { word: 'anchors' })
  expect(await unread(), 'a word of the title').toEqual([0, 0])
})

test('two hundred at most, in one spelling, and not oneself', async () => {
  await database.sql`
    insert into public.mutes (user_id, word) select ${ids.asha}, 'word ' || n from generate_series(1, 200) n`
  await expect(mute('asha', { word: 'one more' })).rejects.toMatchObject({ code: 'PT422' })
  for (const wrong of ['A', 'Pump', ' pump ', 'pump!', 'x'.repeat(41)])
    await expect(mute('bala', { word: wrong })).rejects.toMatchObject({ code: '23514' })
  await expect(mute('bala', { member_id: ids.bala })).rejects.toMatchObject({ code: '23514' })
})
