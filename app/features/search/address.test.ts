import { expect, test } from 'vitest'
import { readSearchAddress, type SearchAddress, searchPath } from './address.ts'

test('an address contains the search, and parses back to the same search', () => {
  const address: SearchAddress = {
    q: 'म्यूचुअल फंड & "SIP"',
    kind: 'replies',
    category: 'mutual-funds',
    author: 'asha',
    time: 'month',
    sort: 'date',
    thread: '1a2b3c4d-0000-4000-8000-000000000000',
    page: 3,
  }
  const path = searchPath(address)
  expect(readSearchAddress(new URL(path, 'http://site').searchParams)).toEqual(address)
})

test('defaults are left out', () => {
  expect(
    searchPath({ q: 'tax', kind: 'all', category: '', author: '', time: 'any', sort: 'relevance', page: 1 }),
  ).toBe('/search?q=tax')
  expect(searchPath({ q: '' })).toBe('/search')
})

test('invalid values are ignored', () => {
  const search = new URLSearchParams('q=%20tax%20&kind=secrets&time=toString&sort=worst&page=-1&author=@asha')
  expect(readSearchAddress(search)).toEqual({
    q: 'tax',
    kind: 'all',
    category: '',
    author: 'asha',
    time: 'any',
    sort: 'relevance',
    thread: '',
    page: 1,
  })
})
