import { expect, test } from 'vitest'
import { isFresh, readRange } from './read.ts'

const answer = new Headers({ etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' })
const range = (value: string, size = 10, more: Record<string, string> = {}) =>
  readRange(new Headers({ range: value, ...more }), answer, size)

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=3-', { start: 3, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=8-99', { start: 8, end: 9 }],
])('%s of ten bytes', (value, expected) => {
  expect(range(value)).toEqual(expected)
})

test.each(['bytes=10-', 'bytes=-0'])('%s of ten bytes lies beyond them', (value) => {
  expect(range(value)).toBe('beyond')
})

test.each(['bytes=', 'bytes=-', 'bytes=5-3', 'bytes=0-1,2-3', 'bits=0-1', 'bytes=1', 'bytes=+1-2', ''])(
  '%j is no range: the whole file',
  (value) => {
    expect(range(value)).toBeNull()
  },
)

test('an empty file has no range', () => {
  expect(range('bytes=0-', 0)).toBe('beyond')
  expect(range('bytes=-5', 0)).toBe('beyond')
})

test('a range of another version is the whole file', () => {
  expect(range('bytes=0-1', 10, { 'if-range': '"v0"' })).toBeNull()
  expect(range('bytes=0-1', 10, { 'if-range': '"v1"' })).toEqual({ start: 0, end: 1 })
})

test.each([
  [{ 'if-none-match': '"v1"' }, true],
  [{ 'if-none-match': 'W/"v1"' }, true],
  [{ 'if-none-match': '"v0", "v1"' }, true],
  [{ 'if-none-match': '*' }, true],
  [{ 'if-none-match': '"v0"' }, false],
  [{ 'if-modified-since': 'Sat, 21 Nov 2026 10:00:00 GMT' }, true],
  [{ 'if-modified-since': 'Sat, 21 Nov 2026 09:59:59 GMT' }, false],
  // The tag takes precedence when both headers are sent.
  [{ 'if-none-match': '"v0"', 'if-modified-since': 'Sat, 21 Nov 2026 10:00:00 GMT' }, false],
  [{ 'if-modified-since': 'some day' }, false],
  [{}, false],
])('%j: the copy is good: %s', (asked, fresh) => {
  expect(isFresh(new Headers(asked), answer)).toBe(fresh)
})
