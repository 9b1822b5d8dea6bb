import { expect, test } from 'vitest'
import { spreadViews } from './views.ts'

const DAY_MS = 86_400_000
const now = Date.parse('2026-11-21T10:20:00Z')
const sum = (counts: readonly { views: number }[]) => counts.reduce((all, { views }) => all + views, 0)

test.each([
  [3_860, 340 * DAY_MS],
  [84, 0.1 * DAY_MS],
  [91, 4 * DAY_MS],
  [0, DAY_MS],
])('%i views over %i ms are as many again, none before the discussion and none to come', (views, age) => {
  const counts = spreadViews(views, age, now)
  expect(sum(counts)).toBe(views)
  for (const { since } of counts) {
    expect(Date.parse(since)).toBeGreaterThan(now - age - DAY_MS)
    expect(Date.parse(since)).toBeLessThan(now)
  }
})

test('most come in the beginning, and some still come today', () => {
  const counts = spreadViews(3_860, 340 * DAY_MS, now)
  expect(counts[0]?.views).toBeGreaterThan(200)
  expect(sum(counts.filter(({ since }) => Date.parse(since) > now - DAY_MS))).toBeGreaterThan(0)
})
