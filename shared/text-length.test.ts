import { expect, test } from 'vitest'
import { textLength } from './text-length.ts'

test('markup does not count', () => {
  expect(textLength('<p>abc <strong>def</strong></p>')).toBe(7)
})

test('an emptied editor has no length', () => {
  expect(textLength('<p></p>')).toBe(0)
  expect(textLength('<p>  \n</p>')).toBe(0)
})

test('an emoji outside the basic plane is one character, as in PostgreSQL', () => {
  expect(textLength('<p>📈📉</p>')).toBe(2)
})

test('a lone angle bracket is text', () => {
  expect(textLength('1 < 2')).toBe(5)
})
