import { expect, test } from 'vitest'
import { flip } from './use-upvotes.ts'

const none = { own: {}, shift: {} }

test('an upvote shows and counts at once', () => {
  expect(flip(none, 'reply', 'id')).toEqual({ own: { reply: 'id' }, shift: { reply: 1 } })
})

test('taking it back, or a refusal, leaves what was there before', () => {
  expect(flip(flip(none, 'reply', 'id'), 'reply', undefined)).toEqual({ own: {}, shift: { reply: 0 } })
})

test('an upvote that the page already counts is taken off its figure', () => {
  expect(flip({ own: { reply: 'id' }, shift: {} }, 'reply', undefined)).toEqual({
    own: {},
    shift: { reply: -1 },
  })
})

test('one target does not touch another', () => {
  const one = flip(none, 'first', 'a')
  expect(flip(one, 'second', 'b')).toEqual({
    own: { first: 'a', second: 'b' },
    shift: { first: 1, second: 1 },
  })
})
