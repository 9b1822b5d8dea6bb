// The official client against a function in place of the network: the lists' requests, and the use of the responses.
import { expect, test } from 'vitest'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import {
  latestThreads,
  listThreads,
  newsPage,
  taggedThreads,
  threadsBy,
  threadsByIds,
  trendingThreads,
} from './queries.ts'

const CATEGORY = { id: 'c1', thread_count: 41 }

function row(id: string) {
  return {
    id,
    title: `Title ${id}`,
    excerpt: 'Words & more',
    tags: [],
    is_sticky: false,
    is_pinned: false,
    is_locked: false,
    is_hidden: false,
    reply_count: 0,
    view_count: 0,
    upvote_count: 0,
    created_at: '2026-01-01T00:00:00Z',
    last_activity: '2026-01-01T00:00:00Z',
    last: [{ author: { id: 'u1', username: 'bala', avatar_url: null } }],
  }
}

/** A reader whose requests are recorded and answered by `answer`. */
function readerOf(answer: (address: URL) => unknown) {
  const asked: URL[] = []
  const reader = fakeClient(({ address }) => {
    asked.push(address)
    return Response.json(answer(address))
  })
  return { reader, asked }
}

test("a category's list asks in the specification's order, for one row more than it shows", async () => {
  const { reader, asked } = readerOf(() => Array.from({ length: 21 }, (_, index) => row(`t${index}`)))
  const list = await listThreads(reader, { category: CATEGORY, filter: 'latest', page: 2 })
  const search = asked[0]?.searchParams
  expect(search?.get('category_id')).toBe('eq.c1')
  expect(search?.get('order')).toBe('is_sticky.desc,is_pinned.desc,last_activity.desc,id.asc')
  expect([search?.get('offset'), search?.get('limit')]).toEqual(['20', '21'])
  expect(list.threads).toHaveLength(20)
  expect([search?.get('last.is_hidden'), search?.get('last.limit')]).toEqual(['eq.false', '1'])
  expect(list.threads[0]?.last_writer?.username).toBe('bala')
  expect(list.pages).toBe(3)
})

test('of a content only its beginning is asked for', async () => {
  const { reader, asked } = readerOf(() => [row('t1')])
  const { threads } = await listThreads(reader, { category: CATEGORY, filter: 'top', page: 1 })
  expect(threads[0]?.excerpt).toBe('Words & more')
  expect(asked[0]?.searchParams.get('select')).not.toContain('content')
})

test('a list within a category or a tag asks for the beginnings of the texts, and no other list does', async () => {
  const { reader, asked } = readerOf(() => [row('t1')])
  const author = { id: 'u1', total_posts: 1 }
  const asksForText = async (list: Promise<unknown>) => {
    asked.length = 0
    await list
    return asked.at(-1)?.searchParams.get('select')?.split(',').includes('excerpt')
  }
  expect(await asksForText(listThreads(reader, { category: CATEGORY, filter: 'top', page: 1 }))).toBe(true)
  expect(await asksForText(taggedThreads(reader, { tag: 'ipo', thread_count: 1 }, 1))).toBe(true)
  expect(await asksForText(newsPage(reader, 'new', 1, 'c1'))).toBe(true)
  expect(await asksForText(newsPage(reader, 'unread', 1, null))).toBe(false)
  expect(await asksForText(latestThreads(reader, 20))).toBe(false)
  expect(await asksForText(threadsBy(reader, author, 1))).toBe(false)
  expect(await asksForText(threadsByIds(reader, ['t1']))).toBe(false)
})

test('unsolved: pages are known only as far as there are rows', async () => {
  const few = readerOf(() => [row('t1')])
  const last = await listThreads(few.reader, { category: CATEGORY, filter: 'unsolved', page: 2 })
  expect(few.asked[0]?.searchParams.get('answer_id')).toBe('is.null')
  expect(last.pages).toBe(2)
  const many = readerOf(() => Array.from({ length: 21 }, (_, index) => row(`t${index}`)))
  const first = await listThreads(many.reader, { category: CATEGORY, filter: 'unsolved', page: 1 })
  expect(first.pages).toBe(2)
})

test("the trending order is the ranking's, not that in which the rows come", async () => {
  const { reader } = readerOf(({ pathname }) =>
    pathname === '/rpc/trending_threads' ? [{ id: 'b' }, { id: 'c' }, { id: 'a' }] : ['a', 'b', 'c'].map(row),
  )
  const { threads, frame } = await trendingThreads(reader, 3)
  expect(frame).toBe('today')
  expect(threads.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
})

test('on a day without any it is the list of the week, and a quiet site asks for no rows', async () => {
  let frames = 0
  const week = readerOf(({ pathname }) => {
    if (pathname !== '/rpc/trending_threads') return [row('a')]
    frames += 1
    return frames === 2 ? [{ id: 'a' }] : []
  })
  expect(await trendingThreads(week.reader, 8)).toMatchObject({ threads: [{ id: 'a' }], frame: 'week' })
  const { reader, asked } = readerOf(() => [])
  expect(await trendingThreads(reader, 8)).toEqual({ threads: [], frame: 'year' })
  expect(asked.map(({ pathname }) => pathname)).toEqual(Array(3).fill('/rpc/trending_threads'))
})

test('an error of the API is thrown with its message', async () => {
  const reader = fakeClient(() =>
    Response.json({ message: 'canceling statement due to timeout' }, { status: 400 }),
  )
  const asked = listThreads(reader, { category: CATEGORY, filter: 'latest', page: 1 })
  await expect(asked).rejects.toThrow('canceling statement due to timeout')
})
