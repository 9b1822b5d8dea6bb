import { expect, test } from 'vitest'
import { splitTags, withCompletion, withoutTag } from './tags.ts'

test('tags are split on commas and trimmed, and empty ones dropped', () => {
  expect(splitTags(' ipo, asba ,,  ,cut-off price,')).toEqual(['ipo', 'asba', 'cut-off price'])
  expect(splitTags('')).toEqual([])
  expect(splitTags(' , ')).toEqual([])
})

test('a tag that is typed twice is one tag', () => {
  expect(splitTags('ipo, tax, ipo')).toEqual(['ipo', 'tax'])
})

test('the sign before a tag is none of it', () => {
  expect(splitTags('#ipo, # asba, ipo, ＃tax, #')).toEqual(['ipo', 'asba', 'tax'])
})

test('a completion replaces the unfinished tag, and is ready for the next one', () => {
  expect(withCompletion('ipo, mutual f', 'mutual funds')).toBe('ipo, mutual funds, ')
  expect(withCompletion('as', 'asba')).toBe('asba, ')
  expect(withoutTag('ipo, asba, sip', 'asba')).toBe('ipo, sip')
})
