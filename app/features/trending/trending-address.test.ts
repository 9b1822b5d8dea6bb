import { expect, test } from 'vitest'
import { longerFrame, nextTrendingPage, readTrendingAddress, trendingPath } from './trending.ts'

const read = (query: string) => readTrendingAddress(new URLSearchParams(query))

test('an address is read and written back; today, everywhere, from the top is the plain one', () => {
  const address = { frame: 'month', category: 'ipos', page: 3 } as const
  expect(read(trendingPath(address).split('?')[1] ?? '')).toEqual(address)
  expect(trendingPath({ frame: 'today', category: null, page: 1 })).toBe('/trending')
})

test('invalid values become the defaults', () => {
  for (const query of ['', 'frame=decade&page=0', 'page=6', 'page=x&category='])
    expect(read(query)).toEqual({ frame: 'today', category: null, page: 1 })
})

test('an empty frame leads to the next longer one, and the list ends at 100', () => {
  expect(longerFrame('today')?.frame).toBe('week')
  expect(longerFrame('year')).toBeNull()
  expect(nextTrendingPage({ frame: 'today', category: null, page: 4 }, true)).toBe(5)
  expect(nextTrendingPage({ frame: 'today', category: null, page: 5 }, true)).toBeNull()
  expect(nextTrendingPage({ frame: 'today', category: null, page: 1 }, false)).toBeNull()
})
