import { expect, test } from 'vitest'
import * as hindi from '../messages/hi/article-words.ts'
import { articleCategory, readingTime, specialityName } from './article-words.ts'

test.each([
  ['Investment – Mutual Funds', 'निवेश – म्यूचुअल फंड'],
  ['Taxation', 'टैक्स'],
  ['Investment – Commodities', 'निवेश – Commodities'],
])('%s is %s on pages in Hindi', (stored, inHindi) => {
  expect(articleCategory(stored)).toBe(stored)
  expect(articleCategory(stored, hindi)).toBe(inHindi)
})

test('a speciality is one of the same subjects', () => {
  expect(specialityName('Taxation')).toBe('Taxation')
  expect(hindi.categoryWord('Payments and crypto')).toBe('भुगतान और क्रिप्टो')
})

test.each([
  ['6 min read', '6 मिनट में पढ़ें'],
  ['a long read', 'a long read'],
])('%s is %s on pages in Hindi', (stored, inHindi) => {
  expect(readingTime(stored)).toBe(stored)
  expect(readingTime(stored, hindi)).toBe(inHindi)
})
