import { expect, test } from 'vitest'
import { isUnreachable } from './failure.ts'

test('a request without an answer is the connection’s, in every browser’s words and through the client', () => {
  for (const message of [
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
  ]) {
    expect(isUnreachable(new TypeError(message)), message).toBe(true)
    expect(isUnreachable({ code: '', message: `TypeError: ${message}` }), message).toBe(true)
  }
})

test('an error response or a fault of ours is not', () => {
  for (const error of [
    null,
    'Failed to fetch',
    new TypeError('undefined is not a function'),
    new Error('Failed to fetch'),
    { code: '57014', message: 'canceling statement' },
    { status: 500, data: null },
  ])
    expect(isUnreachable(error)).toBe(false)
})
