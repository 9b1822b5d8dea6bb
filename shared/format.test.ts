import { describe, expect, test } from 'vitest'
import { Clock } from './clock.ts'
import {
  count,
  formatCompact,
  formatDate,
  formatDay,
  formatMoment,
  formatNumber,
  formatRelative,
  formatTime,
} from './format.ts'

describe('numbers', () => {
  test('group as in India', () => {
    expect(formatNumber(12_345_678)).toBe('1,23,45,678')
  })

  test.each([
    [940, '940'],
    [9_999, '9,999'],
    [12_345, '12.3K'],
    [99_999, '99.9K'],
    [100_000, '1 lakh'],
    [456_789, '4.5 lakh'],
    [23_000_000, '2.3 crore'],
  ])('%d in a narrow place is %s', (value, text) => {
    expect(formatCompact(value)).toBe(text)
  })

  test('count one and many', () => {
    expect([count(1, 'reply', 'replies'), count(1_200, 'reply', 'replies')]).toEqual([
      '1 reply',
      '1,200 replies',
    ])
  })
})

describe('times', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const earlier = (ms: number) => new Date(now - ms).toISOString()
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE
  const DAY = 24 * HOUR

  test.each([
    [59_999, 'Just now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [23 * HOUR, '23 hours ago'],
    [DAY, '1 day ago'],
    [6 * DAY + 23 * HOUR, '6 days ago'],
    [7 * DAY, '14 Nov 2026'],
  ])('%d ms ago reads %s', (age, text) => {
    expect(formatRelative(earlier(age), new Clock(now))).toBe(text)
  })

  test('are Indian, whatever the machine thinks', () => {
    expect(formatDate('2026-03-31T20:00:00Z')).toBe('1 Apr 2026')
    expect(formatMoment('2026-03-31T20:00:00Z')).toBe('1 Apr 2026, 1:30 am IST')
  })

  test('are those of the calendar, through three years', () => {
    const calendar = new Intl.DateTimeFormat('en-IN', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'Asia/Kolkata',
    })
    for (let at = Date.parse('2023-12-31T18:00:00Z'); at < Date.parse('2027-01-01'); at += 5 * HOUR)
      expect(formatMoment(new Date(at).toISOString())).toBe(
        `${calendar.format(at).replace(/[\u202f\u00a0]/g, ' ')} IST`,
      )
  })

  test('a day is today until midnight in India', () => {
    const lateEvening = Date.parse('2026-11-21T18:29:00Z')
    expect(formatDay('2026-11-20T18:31:00Z', new Clock(lateEvening))).toBe('Today')
    expect(formatDay('2026-11-20T18:29:00Z', new Clock(lateEvening))).toBe('Yesterday')
    expect(formatDay('2026-11-19T12:00:00Z', new Clock(lateEvening))).toBe('19 Nov 2026')
    expect(formatDay('2026-11-21T18:29:00Z', new Clock(lateEvening + 2 * MINUTE))).toBe('Yesterday')
    expect(formatTime('2026-11-20T18:31:00Z')).toBe('12:01 am')
  })

  test('a clock that runs behind the server still reads as now', () => {
    expect(formatRelative(earlier(-5_000), new Clock(now))).toBe('Just now')
  })
})
