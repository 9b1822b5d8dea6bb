import { expect, test } from 'vitest'
import { figureOf, flip } from './upvote-figures.ts'

const none = { own: {}, counts: {}, shift: {} }

test('an upvote shows and counts at once', () => {
  expect(flip(none, 'reply', 'id')).toEqual({ own: { reply: 'id' }, counts: {}, shift: { reply: 1 } })
})

test('taking it back, or a refusal, leaves what was there before', () => {
  expect(flip(flip(none, 'reply', 'id'), 'reply', undefined)).toEqual({ ...none, shift: { reply: 0 } })
})

test('an upvote that the page already counts is taken off its figure', () => {
  expect(flip({ ...none, own: { reply: 'id' } }, 'reply', undefined)).toEqual({
    ...none,
    shift: { reply: -1 },
  })
})

test('one target does not touch another', () => {
  const one = flip(none, 'first', 'a')
  expect(flip(one, 'second', 'b')).toEqual({
    ...none,
    own: { first: 'a', second: 'b' },
    shift: { first: 1, second: 1 },
  })
})

test('a page from memory that does not count the own upvote yet is put right by what came with it', () => {
  const fresh = { own: { reply: 'id' }, counts: { reply: 1 }, shift: {} }
  expect(figureOf(undefined, 'reply', 0)).toBe(0)
  expect(figureOf(fresh, 'reply', 0)).toBe(1)
  expect(figureOf(flip(fresh, 'reply', undefined), 'reply', 0)).toBe(0)
  expect(figureOf(fresh, 'unknown', 7)).toBe(7)
})
