import { expect, it } from 'vitest'
import { parseCsv } from './csv.ts'

it.each([
  ['a,b\n1,2\n', [{ a: '1', b: '2' }]],
  ['a,b\r\n1,"x, ""y""\nz"\r\n', [{ a: '1', b: 'x, "y"\nz' }]],
  ['a\nNULL\n"NULL"', [{ a: null }, { a: null }]],
  ['a,b\n,\n', [{ a: '', b: '' }]],
  ['a\n', []],
  [
    '\ufeffa,b\r1,2\n\n3,4\r\n',
    [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  ],
  ['__proto__\nx', [JSON.parse('{"__proto__":"x"}')]],
])('reads %j', (text, rows) => {
  expect(parseCsv(text)).toEqual(rows)
})

it.each([
  ['', 'not enough input'],
  ['a,b\n1\n', 'All lines must have same number of fields'],
  ['a\n"open', 'parse error (endOfInput)'],
  ['a\n"x"y\n', 'parse error (Failed reading: '],
  ['a\nx"y\n', 'parse error (Failed reading: '],
])('refuses %j', (text, message) => {
  expect(() => parseCsv(text)).toThrow(message)
})
