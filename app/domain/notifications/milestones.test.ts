import { expect, test } from 'vitest'
import { latestMilestones, subjectOf } from './queries.ts'

const told = (
  id: string,
  kind: string,
  thread: string,
  reply: string | null = null,
  read: string | null = null,
) => ({
  id,
  kind,
  reply_id: reply,
  read_at: read,
  thread: { id: thread },
})

test('the milestones of one post are one row, of its latest', () => {
  const rows = latestMilestones([
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
  const rows = latestMilestones([told('a', 'upvotes', 'ipo'), told('b', 'upvotes', 'ipo', 'r1')])
  expect(rows.map(({ ids }) => ids)).toEqual([['a'], ['b']])
})

test('answers to one discussion stay apart', () => {
  const rows = latestMilestones([
    told('a', 'reply_to_thread', 'ipo', 'r1'),
    told('b', 'reply_to_thread', 'ipo', 'r2'),
  ])
  expect(rows).toHaveLength(2)
})

test('a row is unread while a milestone behind it is', () => {
  const [row] = latestMilestones([
    told('five', 'upvotes', 'ipo', null, 'read'),
    told('first', 'upvotes', 'ipo'),
  ])
  expect(row?.read_at).toBeNull()
})

test('a post that is gone leaves each of its notifications to itself', () => {
  expect(subjectOf({ id: 'x', kind: 'upvotes', reply_id: null }, null)).toBe('upvotes of x')
})
