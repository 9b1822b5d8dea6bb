import { expect, test } from 'vitest'
import { fromIndianField, startOfYesterday, toIndianField, tomorrowMorning } from './indian-time.ts'

test('a field shows Indian time, and its value is Indian time', () => {
  expect(toIndianField('2026-11-21T18:30:00+00:00')).toBe('2026-11-22T00:00')
  expect(fromIndianField('2026-11-22T00:00')).toBe('2026-11-21T18:30:00.000Z')
})

test.each(['', 'tomorrow', '2026-11-22', '2026-13-40T99:99'])('%j is no time', (typed) => {
  expect(fromIndianField(typed)).toBeNull()
})

test('tomorrow begins at midnight in India', () => {
  expect(tomorrowMorning(Date.parse('2026-11-21T18:29:00Z'))).toBe('2026-11-22T09:00')
  expect(tomorrowMorning(Date.parse('2026-11-21T18:31:00Z'))).toBe('2026-11-23T09:00')
})

test('yesterday begins at midnight in India', () => {
  expect(startOfYesterday(Date.parse('2026-11-23T18:29:00Z'))).toBe('2026-11-21T18:30:00.000Z')
  expect(startOfYesterday(Date.parse('2026-11-23T18:31:00Z'))).toBe('2026-11-22T18:30:00.000Z')
})
