import { expect, test } from 'vitest'
import { trimBoth, trimEnd } from './trim.ts'

test('the ends lose the given characters, the middle keeps them', () => {
  expect(trimEnd('/a//b//', '/')).toBe('/a//b')
  expect(trimEnd('name.-.', '.-')).toBe('name')
  expect(trimBoth('--a--b--', '-')).toBe('a--b')
  expect(trimBoth('----', '-')).toBe('')
  expect(trimBoth('', '-')).toBe('')
})
