// The official client against a function in place of the network.
import { expect, test } from 'vitest'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { loadBestReplies, loadThread } from './thread-query.ts'

const author = { id: 'a', is_staff: false, full_name: null, expert: null }
const RANGE = { from: 'a', to: 'b' }
const related = (...ids: string[]) => ids.map((id) => ({ id, title: id, reply_count: 0, last_activity: '' }))

test('a discussion comes with a page of replies and five others of its category in one request', async () => {
  const asked: URLSearchParams[] = []
  const reader = fakeClient(({ address }) => {
    asked.push(address.searchParams)
    const category = { id: 'c', slug: 'ipos', related: related('1', '2', 'own', '3', '4', '5') }
    return Response.json([
      {
        id: 'own',
        title: 'Own',
        category,
        author: { ...author, is_staff: true },
        wiki: null,
        replies: [{ id: 'r', author, wiki: null }],
      },
    ])
  })
  const loaded = await loadThread(reader, RANGE, 3)
  // What is not there has no property.
  expect(loaded?.thread).toStrictEqual({
    id: 'own',
    title: 'Own',
    category: { id: 'c', slug: 'ipos' },
    author: { id: 'a', is_staff: true },
  })
  expect(loaded?.replies).toStrictEqual([{ id: 'r', author: { id: 'a' } }])
  expect(loaded?.related.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5'])
  expect(asked).toHaveLength(1)
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    'replies.is_hidden': 'eq.false',
    'replies.order': 'created_at.asc,id.asc',
    'replies.offset': '40',
    'replies.limit': '20',
    'category.related.is_hidden': 'eq.false',
    'category.related.limit': '6',
  })
})

test('five others are shown also where the discussion itself is not among the latest', async () => {
  const category = { id: 'c', related: related('1', '2', '3', '4', '5', '6') }
  const reader = fakeClient(() => Response.json([{ id: 'own', category, author, replies: [] }]))
  const loaded = await loadThread(reader, RANGE, 1)
  expect(loaded?.related.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5'])
})

test.each([
  { answer_id: null, page: 1, asked: ['null 0 20'], shown: ['0-20'] },
  { answer_id: null, page: 3, asked: ['null 40 20'], shown: ['40-20'] },
  // The answer is the first of all, so the others are one place later.
  { answer_id: 'a', page: 1, asked: ['eq.a null null', 'neq.a 0 19'], shown: ['answer', '0-19'] },
  { answer_id: 'a', page: 2, asked: ['neq.a 19 20'], shown: ['19-20'] },
])('best first: page $page with the answer $answer_id', async ({ answer_id, page, asked, shown }) => {
  const requests: string[] = []
  const reader = fakeClient(({ address: { searchParams: search } }) => {
    const [id, offset, limit] = ['id', 'offset', 'limit'].map((name) => search.get(name))
    requests.push(`${id} ${offset} ${limit}`)
    if (offset !== null) expect(search.get('order')).toBe('upvote_count.desc,created_at.asc,id.asc')
    expect(search.get('is_hidden')).toBe('eq.false')
    return Response.json([{ id: offset === null ? 'answer' : `${offset}-${limit}`, author }])
  })
  const replies = await loadBestReplies(reader, { id: 't', answer_id }, page)
  expect(requests).toEqual(asked)
  expect(replies.map(({ id }) => id)).toEqual(shown)
})

test('the result is empty when no discussion is visible', async () => {
  expect(
    await loadThread(
      fakeClient(() => Response.json([])),
      RANGE,
      1,
    ),
  ).toBeNull()
})
