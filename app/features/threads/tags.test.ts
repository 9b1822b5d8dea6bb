import { expect, test } from 'vitest'
import { splitTags, tagsProblem } from './tags.ts'

test('tags are split on commas and trimmed, and empty ones dropped', () => {
  expect(splitTags(' ipo, asba ,,  ,cut-off price,')).toEqual(['ipo', 'asba', 'cut-off price'])
  expect(splitTags('')).toEqual([])
  expect(splitTags(' , ')).toEqual([])
})

test('a tag that is typed twice is one tag', () => {
  expect(splitTags('ipo, tax, ipo')).toEqual(['ipo', 'tax'])
})

test('five tags of thirty characters are allowed, a sixth or a longer one is not', () => {
  const longest = 'क'.repeat(30)
  expect(tagsProblem(['a', 'b', 'c', 'd', longest])).toBeNull()
  expect(tagsProblem(['a', 'b', 'c', 'd', 'e', 'f'])).toMatch(/at most 5 tags/)
  expect(tagsProblem([`${longest}x`])).toMatch(/30 characters/)
})
