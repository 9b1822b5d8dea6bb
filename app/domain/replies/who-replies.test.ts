import { expect, test } from 'vitest'
import { replyingToo } from './who-replies.ts'

test('one, two and many are named', () => {
  expect(replyingToo([], 1)).toBe('')
  expect(replyingToo(['bala'], 1)).toBe('bala is replying too')
  expect(replyingToo(['asha', 'bala'], 2)).toBe('asha and bala are replying too')
  expect(replyingToo(['asha', 'bala'], 12)).toBe('asha and 11 others are replying too')
})
