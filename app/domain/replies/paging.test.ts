import { expect, test } from 'vitest'
import { firstOnPage, pageAfter, replyAddress, replyAnchor, replyPages } from './paging.ts'

test('twenty replies fill a page, the twenty-first opens the next', () => {
  expect([0, 1, 20, 21, 40, 2_000, 2_001].map(replyPages)).toEqual([1, 1, 1, 2, 2, 100, 101])
})

test('a reply is found on the page that shows it', () => {
  for (const total of [1, 20, 21, 199, 2_000]) {
    const last = total - 1
    expect(pageAfter(last)).toBe(replyPages(total))
  }
  expect(pageAfter(0)).toBe(1)
  expect(pageAfter(19)).toBe(1)
  expect(pageAfter(20)).toBe(2)
})

test('pages follow each other without a gap', () => {
  expect([1, 2, 3].map(firstOnPage)).toEqual([1, 21, 41])
})

test('the anchor is the first eight characters of the id', () => {
  expect(replyAnchor('1a2b3c4d-0000-4000-8000-000000000000')).toBe('reply-1a2b3c4d')
})

test('a link to a reply leads to its page and its anchor, and by a redirect only where its place was not counted', () => {
  const id = '1a2b3c4d-0000-4000-8000-000000000000'
  expect(replyAddress('/forums/ipos/x', id, 19)).toBe('/forums/ipos/x#reply-1a2b3c4d')
  expect(replyAddress('/forums/ipos/x', id, 20)).toBe('/forums/ipos/x?page=2#reply-1a2b3c4d')
  expect(replyAddress('/forums/ipos/x', id, null)).toBe('/forums/ipos/x?reply=1a2b3c4d')
})
