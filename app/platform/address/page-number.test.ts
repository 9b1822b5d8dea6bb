import { expect, test } from 'vitest'
import { pageOf, pagesOf, rangeOf, rowsOf, withSearch } from './page-number.ts'

test.each([
  ['page=3', 3],
  ['', 1],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1e9', 1],
  ['page=99999999', 1],
])('the page of %j is %i', (search, page) => {
  expect(pageOf(new URLSearchParams(search))).toBe(page)
})

test('fifty rows a page, and one page of nothing', () => {
  expect(rangeOf(2)).toEqual([50, 99])
  expect([0, 50, 51].map(pagesOf)).toEqual([1, 1, 2])
})

test('a page behind the end is empty; any other error is one', () => {
  const error = { code: 'PGRST103', message: 'Requested range not satisfiable' }
  expect(rowsOf({ data: null, count: null, error })).toEqual({ rows: [], total: 0 })
  expect(rowsOf({ data: [1], count: 51, error: null })).toEqual({ rows: [1], total: 51 })
  expect(() => rowsOf({ data: null, count: null, error: { ...error, code: '42501' } })).toThrow()
})

test('an address keeps other parameters, and leaves out the first page', () => {
  const search = new URLSearchParams('action=lock&page=4')
  expect(withSearch(search, { page: 2 })).toBe('?action=lock&page=2')
  expect(withSearch(search, { action: '', page: 1 })).toBe('?')
})
