import { expect, test } from 'vitest'
import { readMark } from './read-mark.ts'

const id = '5aaa30fc-0000-4000-8000-000000000000'

test('a discussion that was answered is another one than the one that was read', () => {
  expect(readMark({ id, reply_count: 9 })).toBe('5aaa30fc.9')
  expect(readMark({ id, reply_count: 10 })).not.toBe(readMark({ id, reply_count: 9 }))
})
