import { expect, test } from 'vitest'
import { namesType, preferredEncoding, takesGzip } from './accept.ts'

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1, br;q=0', 'gzip'],
  ['br;q=0.5', 'br'],
  ['br;q=0.5, gzip', 'br'],
  ['*', 'br'],
  ['*;q=0', null],
  ['abr, gzip-2', null],
  ['deflate', null],
  ['', null],
  [undefined, null],
])('of %j the best encoding is %s', (accept, encoding) => {
  expect(preferredEncoding(accept)).toBe(encoding)
  // The second answer is remembered.
  expect(preferredEncoding(accept)).toBe(encoding)
})

test('gzip is taken beside a better encoding, and not where it is refused', () => {
  expect(takesGzip('br, gzip')).toBe(true)
  expect(takesGzip('br, gzip;q=0')).toBe(false)
  expect(takesGzip(undefined)).toBe(false)
})

test.each([
  ['image/avif,image/webp,*/*;q=0.8', true],
  ['image/webp;q=0', false],
  ['image/webp2', false],
  ['image/*', false],
  ['*/*', false],
  [null, false],
])('%j names image/webp: %s', (accept, named) => {
  expect(namesType(accept, 'image/webp')).toBe(named)
})
