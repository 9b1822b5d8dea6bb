import { expect, test } from 'vitest'
import { termsIn } from './queries.ts'

test.each([
  ['tax, income tax', ['tax', 'income tax']],
  [' कर ,\n\naaykar,, ', ['कर', 'aaykar']],
  [' , \n', []],
])('%j holds its words', (text, terms) => {
  expect(termsIn(text)).toEqual(terms)
})
