import { expect, test } from 'vitest'
import { amountColumns } from './tables.ts'

test.each([
  ['rupees, with their signs', ['₹1,20,000', '₹ 4.50', '-', 'Rs. 12'], true],
  ['percentages, multiples and losses', ['12.5%', '(3.4)', '−2', '+8 x', '4 cr', ''], true],
  ['a year and words', ['2026', 'n. a. yet'], false],
  ['dates', ['12 Nov 2026', '13 Nov 2026'], false],
  ['a range', ['10-15%'], false],
  ['nothing', ['', '-'], false],
  ['digits without an end', ['1'.repeat(200)], false],
])('a column of %s is aligned as amounts: %j %s', (_what, texts, isAligned) => {
  expect(amountColumns([[null], ...texts.map((text) => [text])])).toEqual([isAligned])
})
