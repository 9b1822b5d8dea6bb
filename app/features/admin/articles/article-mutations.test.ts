import { expect, test } from 'vitest'
import { fieldsOf, readTime } from './article-mutations.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const fresh = fieldsOf(null, 'admin', NOW)
test('a new article is a draft of its writer, and would appear tomorrow at nine', () => {
  expect(fresh).toMatchObject({ plan: 'draft', authorId: 'admin', publishAt: '2026-11-22T09:00', base: null })
})

test('nobody has checked the facts of a new article', () => {
  expect(fresh).toMatchObject({ reviewed: false, reviewedAgainst: '' })
})

test.each([
  ['', '1 min read'],
  ['<p>one</p>', '1 min read'],
  [`<p>${'word '.repeat(1_590)}</p>`, '8 min read'],
])('reading takes time', (html, expected) => {
  expect(readTime(html)).toBe(expected)
})
