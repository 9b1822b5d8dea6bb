import { expect, test } from 'vitest'
import { containing, quoted } from './like.ts'

test('signs of a pattern are looked for as they stand', () => {
  expect(containing('100%_a\\b')).toBe('%100\\%\\_a\\\\b%')
})

test('a quoted value ends where it should', () => {
  expect(quoted('a,b) "c" \\')).toBe('"a,b) \\"c\\" \\\\"')
})
