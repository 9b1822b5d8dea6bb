import { expect, test } from 'vitest'
import { activityYear, indianDay } from './activity-map.tsx'

// A Saturday.
const TODAY = '2026-11-21'

test('the map ends with today, in the last of 53 weeks', () => {
  const { days } = activityYear([], TODAY)
  expect(days.at(-1)).toMatchObject({ day: TODAY, week: 52, weekday: 5, strength: 0 })
  expect(days[0]).toMatchObject({ week: 0, weekday: 0, day: '2025-11-17' })
  expect(days).toHaveLength(52 * 7 + 6)
})

test('posts are counted by day, by month and in total, and those outside of the year are not', () => {
  const year = activityYear(
    [
      { day: '2024-01-01', posts: 9 },
      { day: '2026-11-20', posts: 7 },
      { day: '2026-10-31', posts: 1 },
    ],
    TODAY,
  )
  expect(year.total).toBe(8)
  expect(year.days.filter(({ posts }) => posts > 0).map(({ strength }) => strength)).toEqual([1, 4])
  expect(year.months.slice(-2)).toMatchObject([
    { name: 'Oct', posts: 1 },
    { name: 'Nov', posts: 7 },
  ])
  expect(year.months).toHaveLength(13)
})

test('a day begins at midnight in India', () => {
  expect(indianDay(Date.parse('2026-11-20T18:29:59Z'))).toBe('2026-11-20')
  expect(indianDay(Date.parse('2026-11-20T18:30:00Z'))).toBe('2026-11-21')
})
