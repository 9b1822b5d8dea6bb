import { describe, expect, test } from 'vitest'
import { type ArticleFields, fieldsOf, problemsFrom, problemsOf, readTime } from './article-mutations.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const fresh = fieldsOf(null, 'admin', NOW)
const whole: ArticleFields = { ...fresh, title: 'An article', category: 'IPO', content: '<p>Text</p>' }
const wrong = (given: Partial<ArticleFields>) => Object.keys(problemsOf({ ...whole, ...given }, NOW))

test('a new article is a draft of its writer, and would appear tomorrow at nine', () => {
  expect(fresh).toMatchObject({ plan: 'draft', authorId: 'admin', publishAt: '2026-11-22T09:00', base: null })
})

describe('what is wrong', () => {
  test('with a whole draft: nothing', () => {
    expect(wrong({})).toEqual([])
    expect(wrong({ plan: 'published' })).toEqual([])
    expect(wrong({ plan: 'scheduled' })).toEqual([])
  })

  test.each([
    ['title', { title: ' a ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['category', { category: ' ' }],
    ['excerpt', { excerpt: 'x'.repeat(501) }],
    ['slug', { slug: 'Two Words' }],
    ['slug', { slug: '-a' }],
    ['slug', { slug: 'a'.repeat(121) }],
    ['content', { content: '<p> </p>', plan: 'published' as const }],
    ['publishAt', { plan: 'scheduled' as const, publishAt: '2026-11-21T15:29' }],
    ['publishAt', { plan: 'scheduled' as const, publishAt: '' }],
  ])('%s', (field, given) => {
    expect(wrong(given)).toEqual([field])
  })

  test('a draft may be empty', () => {
    expect(wrong({ content: '' })).toEqual([])
  })

  test('what the database refuses stands at its field', () => {
    expect(problemsFrom({ constraint: 'blog_posts_slug_key', message: 'Taken' })).toEqual({ slug: 'Taken' })
    expect(problemsFrom({ constraint: null, message: 'Closed' })).toEqual({ form: 'Closed' })
  })
})

test.each([
  ['', '1 min read'],
  ['<p>one</p>', '1 min read'],
  [`<p>${'word '.repeat(1_590)}</p>`, '8 min read'],
])('reading takes time', (html, expected) => {
  expect(readTime(html)).toBe(expected)
})
