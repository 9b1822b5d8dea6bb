import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listPath, pageCount, readListAddress, readPage } from './list-address.ts'

describe('the address of a list', () => {
  test('the usual things are left out', () => {
    expect(listPath('ipos', { filter: 'latest', page: 1 })).toBe('/forums/ipos')
    expect(listPath('ipos', { filter: 'latest', page: 2 })).toBe('/forums/ipos?page=2')
    expect(listPath('ipos', { filter: 'top', page: 1 })).toBe('/forums/ipos?show=top')
    expect(listPath('ipos', { filter: 'mine', page: 3 })).toBe('/forums/ipos?show=mine&page=3')
  })

  test('a written address parses back to the same list', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('latest', 'new', 'unread', 'top', 'unsolved', 'mine'),
        fc.integer({ min: 1, max: 999_999_999 }),
        (filter, page) => {
          const { searchParams } = new URL(listPath('ipos', { filter, page }), 'http://site.test')
          expect(readListAddress(searchParams)).toEqual({ filter, page })
        },
      ),
    )
  })

  test.each([null, '', '0', '-1', '1.5', '01', '1e3', 'two', ' 2', '9'.repeat(30)])(
    'page %j is the first',
    (text) => {
      expect(readPage(text)).toBe(1)
    },
  )

  test('the filter by its earlier name is the one that took its place', () => {
    expect(readListAddress(new URLSearchParams('show=unanswered')).filter).toBe('unsolved')
  })

  test('an unknown filter becomes latest', () => {
    expect(readListAddress(new URLSearchParams('show=hidden')).filter).toBe('latest')
  })
})

describe('how many pages', () => {
  test('of a known number of rows', () => {
    expect(pageCount(0, 20, 1, false)).toBe(1)
    expect(pageCount(20, 20, 1, false)).toBe(1)
    expect(pageCount(21, 20, 1, true)).toBe(2)
  })

  test('of an unknown number: as far as anybody has seen', () => {
    expect(pageCount(null, 20, 3, false)).toBe(3)
    expect(pageCount(null, 20, 3, true)).toBe(4)
  })
})
