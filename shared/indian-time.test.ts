import { expect, test } from 'vitest'
import {
  fromIndianField,
  isFuture,
  nextMonday,
  startOfYesterday,
  toIndianField,
  tomorrowMorning,
  tonight,
} from './indian-time.ts'

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

test('tonight is eight in India, until half an hour before', () => {
  expect(tonight(Date.parse('2026-11-23T13:59:00Z'))).toBe('2026-11-23T20:00')
  expect(tonight(Date.parse('2026-11-23T14:01:00Z'))).toBeNull()
  expect(tonight(Date.parse('2026-11-23T18:31:00Z'))).toBe('2026-11-24T20:00')
})

test.each([
  ['a Sunday', '2026-11-22T12:00:00Z', '2026-11-23T09:00'],
  ['a Sunday evening of UTC, Monday in India', '2026-11-22T18:31:00Z', '2026-11-30T09:00'],
  ['a Saturday', '2026-11-28T12:00:00Z', '2026-11-30T09:00'],
])('next week begins on Monday at nine: from %s', (_day, now, monday) => {
  expect(nextMonday(Date.parse(now))).toBe(monday)
})

test('a reminder is later than now, by at most 366 days', () => {
  const now = Date.parse('2026-11-23T00:00:00Z')
  expect(isFuture('2026-11-23T00:01:00Z', now)).toBe(true)
  expect(isFuture('2026-11-23T00:00:00Z', now)).toBe(false)
  expect(isFuture('2027-11-25T00:00:00Z', now)).toBe(false)
  expect(isFuture(null, now)).toBe(false)
})
