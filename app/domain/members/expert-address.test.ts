import { expect, test } from 'vitest'
import { expertsPath, nextPage, readExpertAddress } from './expert-address.ts'

const read = (query: string) => readExpertAddress(new URLSearchParams(query))

test('an address is read and written back', () => {
  const address = { sort: 'followers', speciality: 'Payments and crypto', page: 2 } as const
  expect(read(expertsPath(address).split('?')[1] ?? '')).toEqual(address)
  expect(expertsPath({ sort: 'reputation', speciality: null, page: 1 })).toBe('/experts')
})

test('invalid values become the defaults', () => {
  for (const query of ['', 'sort=best&page=0', 'page=1.5&speciality=', 'page=99999'])
    expect(read(query)).toEqual({ sort: 'reputation', speciality: null, page: 1 })
})

test('the list ends where nothing follows, and at its tenth page', () => {
  const at = (page: number) => ({ sort: 'recent', speciality: null, page }) as const
  expect(nextPage(at(1), true)).toBe(2)
  expect(nextPage(at(1), false)).toBeNull()
  expect(nextPage(at(10), true)).toBeNull()
})
