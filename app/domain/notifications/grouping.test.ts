import { expect, test } from 'vitest'
import { groupBySubject, subjectOf } from './queries.ts'

const told = (
  id: string,
  kind: string,
  thread: string,
  reply: string | null = null,
  read: string | null = null,
  created_at = '2026-11-20T09:00:00Z',
) => ({
  id,
  kind,
  reply_id: reply,
  read_at: read,
  created_at,
  thread: { id: thread },
})

test('the milestones of one post are one row, of its latest', () => {
  const rows = groupBySubject([
    told('ten', 'upvotes', 'ipo', null, 'read'),
    told('answer', 'reply_to_thread', 'ipo', 'r1'),
    told('five', 'upvotes', 'ipo', null, 'read'),
    told('first', 'upvotes', 'ipo', null, 'read'),
  ])
  expect(rows.map(({ id, ids }) => [id, ids])).toEqual([
    ['ten', ['ten', 'five', 'first']],
    ['answer', ['answer']],
  ])
  expect(rows[0]?.read_at).toBe('read')
})

test('a discussion and a reply in it are two posts', () => {
  const rows = groupBySubject([told('a', 'upvotes', 'ipo'), told('b', 'upvotes', 'ipo', 'r1')])
  expect(rows.map(({ ids }) => ids)).toEqual([['a'], ['b']])
})

test('the replies of a day in one discussion are one row, which leads to the first unread one', () => {
  const yesterday = '2026-11-19T09:00:00Z'
  const rows = groupBySubject([
    told('d', 'reply_to_thread', 'ipo', 'r4'),
    told('c', 'mention', 'ipo', 'r3'),
    told('b', 'reply_to_thread', 'ipo', 'r2'),
    told('a', 'reply_to_thread', 'ipo', 'r1', 'read'),
    told('z', 'reply_to_thread', 'ipo', 'r0', null, yesterday),
  ])
  expect(rows.map(({ ids, reply_id }) => [ids, reply_id])).toEqual([
    [['d', 'b', 'a'], 'r2'],
    [['c'], 'r3'],
    [['z'], 'r0'],
  ])
})

test('a row is unread while a milestone behind it is', () => {
  const [row] = groupBySubject([
    told('five', 'upvotes', 'ipo', null, 'read'),
    told('first', 'upvotes', 'ipo'),
  ])
  expect(row?.read_at).toBeNull()
})

test('a post that is gone leaves each of its notifications to itself', () => {
  const of = { id: 'x', reply_id: null, created_at: '2026-11-20T09:00:00Z' }
  expect(subjectOf({ ...of, kind: 'upvotes' }, null)).toBe('upvotes of x')
  expect(subjectOf({ ...of, kind: 'reply_to_thread' }, null)).toBe('x')
})
