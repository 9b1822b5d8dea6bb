import { describe, expect, test } from 'vitest'
import { authorName, publishedAt } from './queries.ts'

describe("the author's name", () => {
  test.each([
    [{ username: 'meera.k', full_name: 'Meera Krishnan' }, 'Meera Krishnan'],
    [{ username: 'meera.k', full_name: null }, 'meera.k'],
    [{ username: 'meera.k', full_name: '' }, 'meera.k'],
    [null, 'Team ArthaChowk'],
  ])('%j', (author, name) => {
    expect(authorName(author, 'ArthaChowk')).toBe(name)
  })
})

test('the day of an article is the one on which it appeared', () => {
  const created_at = '2026-11-01T00:00:00Z'
  expect(publishedAt({ created_at, published_at: '2026-11-05T00:00:00Z' })).toBe('2026-11-05T00:00:00Z')
  expect(publishedAt({ created_at, published_at: null })).toBe(created_at)
})
