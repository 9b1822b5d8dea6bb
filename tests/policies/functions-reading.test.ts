// Functions that store and tell how far a member has read, for the caller alone and never backwards; and the search within
// a thread.
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { threadsByIds, threadsForYou } from '../../app/domain/threads/queries.ts'
import type { DbClient } from '../../app/platform/session/session.ts'
import type { Database } from '../../shared/database.types.ts'
import { type Actor, CAST } from '../cast.ts'
import { sharedServer } from '../support/shared-server.ts'
import { gatherCast, idOf, type Stage, setStage } from './scene.ts'

let stage: Stage
const thread = idOf('thread', 'bala')
const replyAt = (hour: number) => `0000000${hour}-0000-4000-8000-00000000abcd`

beforeAll(async () => {
  const server = await sharedServer()
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  stage = { server, sql, ...(await gatherCast(server)) }
})

afterAll(async () => {
  await stage?.sql.end()
  await stage?.server.stop()
})

beforeEach(async () => {
  await setStage(stage)
  const { sql, ids } = stage
  await sql`delete from public.thread_reads`
  await sql`delete from public.replies where thread_id = ${thread}`
  await sql`
    update public.threads
    set reply_count = 0, created_at = '2024-01-01T00:00Z', last_activity = '2024-01-01T00:00Z'
    where id = ${thread}`
  for (const hour of [1, 2, 3, 4])
    await sql`insert into public.replies (id, thread_id, author_id, content, created_at) values
      (${replyAt(hour)}, ${thread}, ${ids.bala}, '<p>Read this</p>', ${`2024-01-01T0${hour}:00Z`})`
})

async function call(actor: Actor, name: string, args: object) {
  const answer = await fetch(`${stage.server.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: stage.server.publishableKey,
      'content-type': 'application/json',
      ...(actor === 'guest' ? {} : { authorization: `Bearer ${stage.tokens[actor]}` }),
    },
    body: JSON.stringify(args),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

const mark = (actor: Actor, reply?: number) =>
  call(actor, 'mark_thread_read', { thread_id: thread, ...(reply ? { reply_id: replyAt(reply) } : {}) })
const unread = async (actor: Actor) => (await call(actor, 'unread_replies', { thread_ids: [thread] })).body
const rows = () => stage.sql`select user_id, thread_id, read_until from public.thread_reads`

describe('search_in_thread', () => {
  const search = async (actor: Actor, query: string, more: object = {}) =>
    (await call(actor, 'search_in_thread', { thread, query, ...more })).body as {
      id: string
      total: number
    }[]
  const idsOf = async (...args: Parameters<typeof search>) => (await search(...args)).map(({ id }) => id)

  beforeEach(async () => {
    await stage.sql`update public.replies set content = '<p>आईपीओ &amp; 100% of lots</p>' where id = ${replyAt(2)}`
    await stage.sql`update public.replies set is_hidden = true where id = ${replyAt(3)}`
  })

  test.each(CAST)('%s finds what guests may see of this thread, oldest first', async (actor) => {
    expect(await search(actor, 'read', { max_rows: 1, skip: 1 })).toEqual([
      expect.objectContaining({ id: replyAt(4), excerpt: '\u0001Read\u0002 this', total: 2, is_exact: true }),
    ])
    expect(await idsOf(actor, 'read')).toEqual([replyAt(1), replyAt(4)])
    expect(await idsOf(actor, 'read', { thread: idOf('thread', 'asha') })).toEqual([])
    await stage.sql`update public.threads set is_hidden = true where id = ${thread}`
    expect(await idsOf(actor, 'read')).toEqual([])
  })

  test('words in Hindi, their synonyms, beginnings and misspellings are found, and nothing breaks it', async () => {
    for (const query of ['आईपीओ', 'ipo', 'lot', '100%'])
      expect(await idsOf('guest', query), query).toEqual([replyAt(2)])
    expect(await idsOf('guest', 'lots -100')).toEqual([])
    for (const query of ['', 'a', '%', "'", '<script>', '😀😀', 'x'.repeat(10_000), '"', '& | !', '-'])
      expect(await idsOf('guest', query), query).toEqual([])
  })
})

test('what nobody opened is not told; after the opening post every reply is new, to the reader alone', async () => {
  expect(await unread('asha')).toEqual([])
  expect((await mark('asha')).status).toBe(204)
  expect(await unread('asha')).toEqual([
    { thread_id: thread, unread: 4, first_unread: replyAt(1), is_new: false },
  ])
  expect(await unread('admin')).toEqual([])
})

test('reading on leaves fewer, and an earlier page on another device leaves it so', async () => {
  await mark('asha', 3)
  await mark('asha', 1)
  await mark('asha')
  expect(await unread('asha')).toEqual([
    { thread_id: thread, unread: 1, first_unread: replyAt(4), is_new: false },
  ])
  await mark('asha', 4)
  expect(await unread('asha')).toEqual([{ thread_id: thread, unread: 0, first_unread: null, is_new: false }])
})

test('a change of the row does not go backwards either, nor into the future', async () => {
  await mark('asha', 3)
  for (const [time, kept] of [
    ['2024-01-01T01:00:00Z', '2024-01-01T03:00:00.000Z'],
    ['2024-01-01T03:30:00Z', '2024-01-01T03:30:00.000Z'],
  ]) {
    await stage.sql`update public.thread_reads set read_until = ${time ?? ''}`
    expect((await rows())[0]?.read_until).toEqual(new Date(kept ?? ''))
  }
  await stage.sql`update public.thread_reads set read_until = 'infinity'`
  expect((await rows())[0]?.read_until.valueOf()).toBeLessThanOrEqual(Date.now())
})

test('own replies and hidden ones are not new', async () => {
  await mark('asha')
  await mark('bala')
  await stage.sql`update public.replies set author_id = ${stage.ids.asha} where id = ${replyAt(1)}`
  await stage.sql`update public.replies set is_hidden = true where id = ${replyAt(2)}`
  expect(await unread('asha')).toEqual([
    { thread_id: thread, unread: 2, first_unread: replyAt(3), is_new: false },
  ])
  expect(await unread('bala')).toEqual([
    { thread_id: thread, unread: 1, first_unread: replyAt(1), is_new: false },
  ])
})

test('of a hidden discussion nothing is stored and nothing told', async () => {
  await mark('asha', 1)
  await stage.sql`update public.threads set is_hidden = true where id = ${thread}`
  expect(await unread('asha')).toEqual([])
  await mark('meera', 1)
  expect(await rows()).toHaveLength(1)
})

test('a reply of another discussion is not a position in this one', async () => {
  await call('asha', 'mark_thread_read', { thread_id: thread, reply_id: idOf('reply', 'asha') })
  expect(await unread('asha')).toMatchObject([{ unread: 4 }])
})

test('what a browser remembered is merged: the further of the two counts, and nonsense does nothing', async () => {
  const other = idOf('thread', 'meera')
  await mark('asha', 3)
  const marks = [`${thread.slice(0, 8)}.2`, `${other.slice(0, 8)}.99999`, 'no mark', '00000000.1', "';--.4"]
  expect((await call('asha', 'merge_thread_reads', { marks })).status).toBe(204)
  expect(await unread('asha')).toMatchObject([{ unread: 1 }])
  expect((await rows()).map(({ thread_id }) => thread_id).toSorted()).toEqual([thread, other].toSorted())
  await call('meera', 'merge_thread_reads', { marks })
  expect(await unread('meera')).toEqual([
    { thread_id: thread, unread: 2, first_unread: replyAt(3), is_new: false },
  ])
})

test('a banned member and a guest store nothing', async () => {
  const marks = [`${thread.slice(0, 8)}.2`]
  expect((await mark('banned', 1)).status).toBe(204)
  expect((await call('banned', 'merge_thread_reads', { marks })).status).toBe(204)
  for (const [name, args] of Object.entries({
    mark_thread_read: { thread_id: thread },
    merge_thread_reads: { marks },
    unread_replies: { thread_ids: [thread] },
    unread_threads: {},
    new_threads: {},
    next_unread: { after: thread },
    note_visit: {},
    mark_all_read: {},
    for_you: {},
    news: {},
  }))
    expect(await call('guest', name, args)).toMatchObject({ status: 401, body: { code: '42501' } })
  expect(await rows()).toEqual([])
})

test('the rows go with the discussion', async () => {
  await mark('asha', 1)
  await stage.sql`delete from public.threads where id = ${thread}`
  expect(await rows()).toEqual([])
})

const listed = async (actor: Actor, args: object = {}) =>
  ((await call(actor, 'unread_threads', args)).body as { id: string }[]).map(({ id }) => id)

test('what was opened and has new replies is listed, to the reader alone, until it is read', async () => {
  expect(await listed('asha')).toEqual([])
  await mark('asha', 3)
  await mark('meera', 4)
  await mark('bala')
  expect(await listed('asha')).toEqual([thread])
  expect(await listed('asha', { skip: 1 })).toEqual([])
  expect(await listed('asha', { max_rows: -1, skip: -1 })).toEqual([])
  // Nothing is new to meera, and all replies are bala's own.
  for (const actor of ['meera', 'bala', 'admin'] as const) expect(await listed(actor)).toEqual([])
  await stage.sql`update public.threads set is_hidden = true where id = ${thread}`
  expect(await listed('asha')).toEqual([])
  await stage.sql`update public.threads set is_hidden = false where id = ${thread}`
  await mark('asha', 4)
  expect(await listed('asha')).toEqual([])
})

test('of one category the same, page by page', async () => {
  const [row] = await stage.sql`select category_id from public.threads where id = ${thread}`
  const category: unknown = row?.category_id
  const unreadIn = async (actor: Actor, args: object = {}) =>
    ((await call(actor, 'unread_threads', { category, ...args })).body as { id: string }[]).map(
      ({ id }) => id,
    )
  expect(await unreadIn('asha')).toEqual([])
  await mark('asha', 3)
  await mark('bala')
  expect(await unreadIn('asha')).toEqual([thread])
  for (const none of [{ skip: 1 }, { max_rows: -1, skip: -1 }, { category: thread }])
    expect(await unreadIn('asha', none)).toEqual([])
  for (const actor of ['bala', 'admin'] as const) expect(await unreadIn(actor)).toEqual([])
  await stage.sql`update public.threads set is_hidden = true where id = ${thread}`
  expect(await unreadIn('asha')).toEqual([])
})

test("all of one's own is marked as read, but for what was written in the last seconds, and nobody else's", async () => {
  await mark('asha', 1)
  await mark('meera', 1)
  await stage.sql`update public.replies set created_at = now() where id = ${replyAt(4)}`
  await stage.sql`update public.threads set last_activity = now() where id = ${thread}`
  expect((await call('asha', 'mark_all_read', { seconds_ago: 30 })).body).toBe(1)
  expect(await unread('asha')).toEqual([
    { thread_id: thread, unread: 1, first_unread: replyAt(4), is_new: false },
  ])
  expect((await call('asha', 'mark_all_read', {})).body).toBe(1)
  expect(await unread('asha')).toMatchObject([{ unread: 0 }])
  expect((await call('asha', 'mark_all_read', {})).body).toBe(0)
  expect(await unread('meera')).toMatchObject([{ unread: 3 }])
  expect((await call('banned', 'mark_all_read', {})).body).toBe(0)
})

test('nothing is written when nothing new was read', async () => {
  await mark('asha', 3)
  const version = () => stage.sql`select xmin::text from public.thread_reads`
  const before = await version()
  await mark('asha', 3)
  await mark('asha', 2)
  expect(await version()).toEqual(before)
})

const forYou = async (actor: Actor, args: object = {}) =>
  ((await call(actor, 'for_you', args)).body as { id: string }[]).map(({ id }) => id)
const newInCategories = async (actor: Actor) =>
  ((await call(actor, 'news', {})).body as { categories: unknown }[])[0]?.categories

test('what is for the reader comes as the rows of any list', async () => {
  const reader = new PostgrestClient<Database>(`${stage.server.url}/rest/v1`, {
    headers: { apikey: stage.server.publishableKey, authorization: `Bearer ${stage.tokens.asha}` },
  }) as DbClient
  const listed = await threadsForYou(reader)
  const ids = listed.map(({ id }) => id)
  expect(listed).toEqual(await threadsByIds(reader, ids))
  expect(listed.find(({ id }) => id === thread)?.last_writer).toMatchObject({ id: stage.ids.bala })
  await stage.sql`delete from public.replies where thread_id = ${thread}`
  expect(await threadsForYou(reader)).toEqual(await threadsByIds(reader, ids))
  expect((await threadsForYou(reader)).find(({ id }) => id === thread)?.last_writer).toBeNull()
})

test('for the reader: unread of what they follow, then new in what they read, then the latest; nothing hidden or emptied', async () => {
  const { sql, ids } = stage
  const [followed, fresh, hidden, emptied] = ['a1', 'a2', 'a3', 'a4'].map(
    (prefix) => `${prefix}000000-0000-4000-8000-00000000abcd`,
  )
  const [{ category_id: category } = {}] =
    await sql`select category_id from public.threads where id = ${thread}`
  for (const [id, author, isHidden, isDeleted] of [
    [followed, ids.meera, false, false],
    [fresh, ids.bala, false, false],
    [hidden, ids.bala, true, false],
    // Of a followed member, in a category that is read, and the latest.
    [emptied, ids.meera, false, true],
  ] as const)
    await sql`
      insert into public.threads (id, title, content, author_id, category_id, is_hidden, is_deleted, created_at, last_activity)
      values (${id ?? ''}, 'For you to read', '<p>Read this today</p>', ${author}, ${category}, ${isHidden}, ${isDeleted},
        now() - interval '2 days', now() - interval '2 days')`
  await sql`
    update public.threads set created_at = '2024-01-01T00:00Z', last_activity = '2024-01-01T00:00Z'
    where id <> all (${[followed, fresh, hidden, emptied].map(String)}::uuid[])`
  await sql`delete from public.thread_subscriptions`
  await sql`delete from public.follows`
  // Nothing is known of the admin: the latest of all.
  expect(await forYou('admin', { max_rows: 1 })).toHaveLength(1)
  await sql`update public.visits set previous_at = now() - interval '3 days'`

  await sql`insert into public.follows (follower_id, followed_id) values (${ids.asha}, ${ids.meera})`
  await sql`
    insert into public.thread_subscriptions (user_id, thread_id, last_read_at)
    values (${ids.asha}, ${thread}, '2024-01-01T02:00Z')`
  await mark('asha', 2)
  await sql`update public.threads set last_activity = now() where id = ${thread}`
  const listed = await forYou('asha')
  expect(listed.slice(0, 3)).toEqual([thread, followed, fresh])
  for (const unlisted of [hidden, emptied]) expect(listed).not.toContain(unlisted)
  // To whom nothing is followed and read, it is one of the latest; to the others also by its author and its category.
  expect(await forYou('admin')).not.toContain(emptied)
  expect(new Set(listed).size).toBe(listed.length)
  expect(await newInCategories('asha')).toMatchObject([{ threads: 2 }])

  // What was read is no longer first, nor new.
  await mark('asha', 4)
  for (const id of [followed, fresh]) await call('asha', 'mark_thread_read', { thread_id: id })
  await sql`update public.threads set last_activity = '2024-01-01T00:00Z' where id = ${thread}`
  expect((await forYou('asha')).indexOf(thread)).not.toBe(0)
  expect(await newInCategories('asha')).toEqual([])
  expect(await forYou('asha', { max_rows: -1 })).toEqual([])
  expect((await forYou('asha', { max_rows: 1000 })).length).toBeLessThanOrEqual(50)
  await sql`delete from public.threads where id = any (${[followed, fresh, hidden, emptied].map(String)}::uuid[])`
})

describe('earlier_replies', () => {
  test.each(CAST)('%s reads how many visible replies stand before one', async (actor) => {
    await stage.sql`update public.replies set is_hidden = true where id = ${replyAt(2)}`
    const path = `replies?select=earlier_replies&id=eq.${replyAt(4)}`
    const answer = await fetch(`${stage.server.url}/rest/v1/${path}`, {
      headers: {
        apikey: stage.server.publishableKey,
        ...(actor === 'guest' ? {} : { authorization: `Bearer ${stage.tokens[actor]}` }),
      },
    })
    expect(await answer.json()).toEqual([{ earlier_replies: 2 }])
  })

  test('says nothing of a discussion that the caller may not see', async () => {
    const [last] = await stage.sql`select * from public.replies where id = ${replyAt(4)}`
    const ask = async () => (await call('guest', 'earlier_replies', { reply: last })).body
    expect(await ask()).toBe(3)
    await stage.sql`update public.threads set is_hidden = true where id = ${thread}`
    expect(await ask()).toBe(0)
  })
})
