import { expect, test } from 'vitest'
import { Clock } from '#shared/clock.ts'
import { tipOfDay } from './queries.ts'

const ARTICLES = ['a', 'b', 'c']
const at = (time: string) => tipOfDay(ARTICLES, new Clock(Date.parse(time)))

test('the tip changes at midnight in India, not in Greenwich', () => {
  const evening = at('2026-11-20T18:29:59Z')
  expect(at('2026-11-20T00:00:00Z')).toBe(evening)
  expect(at('2026-11-20T18:30:00Z')).not.toBe(evening)
})

test('every article has its turn', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => at(`${day}T06:00:00Z`))
  expect(new Set(days)).toEqual(new Set(ARTICLES))
})

test('without articles there is no tip', () => {
  expect(tipOfDay([], new Clock(0))).toBeUndefined()
})
