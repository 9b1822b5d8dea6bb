import { expect, test } from 'vitest'
import { groupBySubject } from './queries.ts'

const told = (
  id: string,
  subject: string,
  reply_id: string | null = null,
  read_at: string | null = null,
) => ({
  id,
  subject,
  reply_id,
  read_at,
})

test('the notifications of one subject are one row, of its latest', () => {
  const rows = groupBySubject([
    told('ten', 'upvotes', null, 'read'),
    told('answer', 'replies', 'r1'),
    told('five', 'upvotes', null, 'read'),
    told('first', 'upvotes', null, 'read'),
  ])
  expect(rows.map(({ id, ids }) => [id, ids])).toEqual([
    ['ten', ['ten', 'five', 'first']],
    ['answer', ['answer']],
  ])
  expect(rows[0]?.read_at).toBe('read')
})

test('a row leads to its first unread reply', () => {
  const [row] = groupBySubject([
    told('d', 'replies', 'r4'),
    told('b', 'replies', 'r2'),
    told('a', 'replies', 'r1', 'read'),
  ])
  expect(row).toMatchObject({ ids: ['d', 'b', 'a'], reply_id: 'r2' })
})

test('a row is unread while a notification behind it is', () => {
  const [row] = groupBySubject([told('five', 'upvotes', null, 'read'), told('first', 'upvotes')])
  expect(row?.read_at).toBeNull()
})
