import { expect, test } from 'vitest'
import { except, within } from './contact-promise.ts'

test.each([
  [1, 'within 1 hour'],
  [24, 'within 24 hours'],
  [36, 'within 36 hours'],
  [72, 'within 3 days'],
])('%i hours are told as %j', (hours, said) => {
  expect(within({ hours, exceptions: '' })).toBe(said)
})

test('exceptions are a sentence after it, or nothing', () => {
  expect(except({ hours: 24, exceptions: ' Sundays do not count. ' })).toBe(' Sundays do not count.')
  expect(except({ hours: 24, exceptions: ' ' })).toBe('')
})
