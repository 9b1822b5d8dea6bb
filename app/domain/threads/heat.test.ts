import { describe, expect, test } from 'vitest'
import { Clock } from '#shared/clock.ts'
import { isHot } from './heat.ts'

const NOW = Date.parse('2026-11-21T06:00:00Z')
const HOUR = 60 * 60 * 1_000
const ago = (hours: number) => new Date(NOW - hours * HOUR).toISOString()

function thread(given: { replies: number; upvotes: number; startedHours: number; activeHours: number }) {
  return {
    reply_count: given.replies,
    upvote_count: given.upvotes,
    created_at: ago(given.startedHours),
    last_activity: ago(given.activeHours),
  }
}

describe('HOT', () => {
  test('twenty points on the first day suffice, nineteen do not', () => {
    expect(isHot(thread({ replies: 8, upvotes: 4, startedHours: 2, activeHours: 1 }), new Clock(NOW))).toBe(
      true,
    )
    expect(isHot(thread({ replies: 8, upvotes: 3, startedHours: 2, activeHours: 1 }), new Clock(NOW))).toBe(
      false,
    )
  })

  test('enough points for one day are not enough for two', () => {
    expect(
      isHot(thread({ replies: 10, upvotes: 10, startedHours: 24, activeHours: 1 }), new Clock(NOW)),
    ).toBe(true)
    expect(
      isHot(thread({ replies: 10, upvotes: 10, startedHours: 48, activeHours: 1 }), new Clock(NOW)),
    ).toBe(false)
  })

  test('after three quiet days nothing is hot', () => {
    const lively = { replies: 500, upvotes: 500, startedHours: 100 }
    expect(isHot(thread({ ...lively, activeHours: 72 }), new Clock(NOW))).toBe(true)
    expect(isHot(thread({ ...lively, activeHours: 72.1 }), new Clock(NOW))).toBe(false)
  })

  test('one new reply does not bring back an old favourite', () => {
    expect(
      isHot(thread({ replies: 300, upvotes: 80, startedHours: 24 * 300, activeHours: 0 }), new Clock(NOW)),
    ).toBe(false)
  })
})
