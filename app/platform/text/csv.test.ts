import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

const line = (cell: string) =>
  toCsv(['x'], [[cell]])
    .split('\r\n')
    .slice(1)
    .join('\r\n')
    .slice(0, -2)

test('the first line names the columns, every line ends in CRLF, Hindi stays Hindi', () => {
  expect(toCsv(['Name', 'Posts'], [['आशा', 12]])).toBe('\ufeffName,Posts\r\nआशा,12\r\n')
  expect(toCsv(['Name'], [[null]])).toBe('\ufeffName\r\n\r\n')
})

test('commas, quotes and line breaks stay within their cell', () => {
  expect(line('a,b')).toBe('"a,b"')
  expect(line('say "hi"')).toBe('"say ""hi"""')
  expect(line('one\ntwo')).toBe('"one\ntwo"')
})

test.each(['=HYPERLINK("http://x")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
  'what a spreadsheet would run is text: %j',
  (text) => {
    expect(line(text).replace(/^"/, '')).toMatch(/^'/)
  },
)

test('a figure of ours stays a figure, also below zero', () => {
  expect(toCsv(['x'], [[-5]])).toBe('\ufeffx\r\n-5\r\n')
})

test('no cell begins like a formula, with any content', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(line(text).replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
