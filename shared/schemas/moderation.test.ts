import { expect, test } from 'vitest'
import { reasonSchema, reportSchema, synonymsSchema, termsIn } from './moderation.ts'
import { problemsOf } from './rules.ts'

test.each([
  ['tax, income tax', ['tax', 'income tax']],
  [' कर ,\n\naaykar,, ', ['कर', 'aaykar']],
  [' , \n', []],
])('%j holds its words', (text, terms) => {
  expect(termsIn(text)).toEqual(terms)
})

test('synonyms are two words at least, one of which is searched for', () => {
  const wrong = (terms: string, typed_only: string) =>
    Object.keys(problemsOf(synonymsSchema, { terms, typed_only }))
  expect(wrong('tax', 'aaykar')).toEqual([])
  expect(wrong('tax', '')).toEqual(['terms'])
  expect(wrong(' , ', 'kar, aaykar')).toEqual(['terms'])
})

test('a report needs a ground, and words where the ground says nothing', () => {
  const wrong = (ground: 'spam' | 'other' | null, words: string) =>
    Object.keys(problemsOf(reportSchema, { ground, words }))
  expect(wrong('spam', '')).toEqual([])
  expect(wrong('spam', ' no ')).toEqual(['words'])
  expect(wrong('other', '')).toEqual(['words'])
  expect(wrong('other', 'It lies.')).toEqual([])
  expect(wrong(null, '')).toEqual(['ground'])
})

test.each([
  ['no', false],
  ['  no  ', false],
  ['spam', true],
  ['x'.repeat(501), false],
])('%j is a reason: %s', (reason, isOne) => {
  expect(reasonSchema.safeParse({ reason }).success).toBe(isOne)
})
