import { expect, test } from 'vitest'
import { flip } from './query-options.ts'
import { figureOf } from './use-upvotes.ts'

const none = { own: {}, counts: { first: 3, reply: 0, second: 8 } }

test('an upvote shows and counts at once', () => {
  expect(flip(none, 'reply', 'id')).toEqual({ own: { reply: 'id' }, counts: { ...none.counts, reply: 1 } })
})

test('taking it back, or a refusal, leaves what was there before', () => {
  expect(flip(flip(none, 'reply', 'id'), 'reply', undefined)).toEqual(none)
})

test('an upvote that the page already counts is taken off its figure', () => {
  const counted = { own: { reply: 'id' }, counts: { reply: 1 } }
  expect(flip(counted, 'reply', undefined)).toEqual({ own: {}, counts: { reply: 0 } })
})

test('the id that the server gave an upvote counts no second time', () => {
  expect(flip(flip(none, 'reply', 'on its way'), 'reply', 'id').counts.reply).toBe(1)
})

test('one target does not touch another', () => {
  const one = flip(none, 'first', 'a')
  expect(flip(one, 'second', 'b')).toEqual({
    own: { first: 'a', second: 'b' },
    counts: { first: 4, reply: 0, second: 9 },
  })
})

test('a page from memory that does not count the own upvote yet is put right by what came with it', () => {
  const fresh = { own: { reply: 'id' }, counts: { reply: 1 } }
  expect(figureOf(undefined, 'reply', 0)).toBe(0)
  expect(figureOf(fresh, 'reply', 0)).toBe(1)
  expect(figureOf(flip(fresh, 'reply', undefined), 'reply', 0)).toBe(0)
  expect(figureOf(fresh, 'unknown', 7)).toBe(7)
})
