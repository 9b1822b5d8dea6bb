import { expect, test } from 'vitest'
import { trendShape } from './stat-card.tsx'

test('the highest day touches the upper edge, nothing the lower one', () => {
  expect(trendShape([0, 4, 2], 100, 43).line).toBe('M0 41.5L50 1.5L100 21.5')
  expect(trendShape([0, 4, 2], 100, 43).area).toBe('M0 41.5L50 1.5L100 21.5V43H0Z')
})

test('a month of nothing is a line at the bottom; a single day is one across', () => {
  expect(trendShape([0, 0], 10, 10).line).toBe('M0 8.5L10 8.5')
  expect(trendShape([3], 10, 10).line).toBe('M0 1.5L10 1.5')
  expect(trendShape([], 10, 10)).toEqual({ line: '', area: '' })
})
