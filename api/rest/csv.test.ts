import { expect, it } from 'vitest'
import { parseCsv } from './csv.ts'

it.each([
  ['a,b\n1,2\n', [{ a: '1', b: '2' }]],
  ['a,b\r\n1,"x, ""y""\nz"\r\n', [{ a: '1', b: 'x, "y"\nz' }]],
  ['a\nNULL\n"NULL"', [{ a: null }, { a: null }]],
  ['a,b\n,\n', [{ a: '', b: '' }]],
  ['a\n', []],
])('reads %j', (text, rows) => {
  expect(parseCsv(text)).toEqual(rows)
})

it.each(['', 'a,b\n1\n', 'a\n"open', 'a\n"x"y\n'])('refuses %j', (text) => {
  expect(() => parseCsv(text)).toThrow()
})
