import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ArticleFields, articleSchema } from './articles.ts'
import { fieldOfConstraint, problemsOf } from './rules.ts'

beforeAll(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z'), toFake: ['Date'] }))
afterAll(() => vi.useRealTimers())

const whole: ArticleFields = {
  title: 'An article',
  slug: '',
  excerpt: '',
  category: 'IPO',
  content: '<p>Text</p>',
  image: null,
  authorId: 'admin',
  plan: 'draft',
  publishAt: '2026-11-22T09:00',
  featured: false,
  mailSubscribers: false,
  language: 'en',
  translationOf: null,
  reviewed: true,
  reviewedAgainst: 'incometax.gov.in, section 112A',
  base: null,
}
const wrong = (given: Partial<ArticleFields>) =>
  Object.keys(problemsOf(articleSchema, { ...whole, ...given }))

describe('validation', () => {
  test('with a whole draft: nothing', () => {
    expect(wrong({})).toEqual([])
    expect(wrong({ plan: 'published' })).toEqual([])
    expect(wrong({ plan: 'scheduled' })).toEqual([])
  })

  test.each([
    ['title', { title: ' a ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['language', { language: 'ta' as 'xx' }],
    ['category', { category: ' ' }],
    ['excerpt', { excerpt: 'x'.repeat(501) }],
    ['slug', { slug: 'Two Words' }],
    ['slug', { slug: '-a' }],
    ['slug', { slug: 'a'.repeat(121) }],
    ['content', { content: '<p> </p>', plan: 'published' as const }],
    ['publishAt', { plan: 'scheduled' as const, publishAt: '2026-11-21T15:29' }],
    ['publishAt', { plan: 'scheduled' as const, publishAt: '' }],
    ['reviewedAgainst', { reviewedAgainst: '  ' }],
    ['reviewedAgainst', { reviewedAgainst: 'x'.repeat(201) }],
  ])('%s', (field, given) => {
    expect(wrong(given)).toEqual([field])
  })

  test('a draft may be empty', () => {
    expect(wrong({ content: '' })).toEqual([])
    expect(wrong({ reviewed: false, reviewedAgainst: '' })).toEqual([])
  })

  test('a refusal of the database is shown at its field', () => {
    const fieldOf = (constraint: string | null) => fieldOfConstraint(constraint, Object.keys(whole))
    expect(fieldOf('blog_posts_slug_key')).toBe('slug')
    expect(fieldOf('blog_posts_category_length')).toBe('category')
    expect(fieldOf(null)).toBeNull()
  })
})
