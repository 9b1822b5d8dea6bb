import { expect, test } from 'vitest'
import { memberId } from './query-options.ts'

test('the own discussions are somebody’s, or the call says that nobody is signed in', () => {
  const member = { userId: 'u1', email: 'a@example.com', profile: null, isAdmin: false, settled: true }
  expect(memberId({ status: 'member', ...member })).toBe('u1')
  expect(() => memberId({ status: 'guest' })).toThrow('No authenticated user')
})
