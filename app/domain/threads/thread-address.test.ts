import { expect, test } from 'vitest'
import { askedPage, betterAddress, threadPagePath } from './thread-address.ts'

const thread = {
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  title: 'Cut-off price?',
  category: { slug: 'ipos' },
}
const HERE = '/forums/ipos/cut-off-price-1a2b3c4d'
const at = (address: string) => new URL(address, 'https://community.example')

test('the canonical address stays', () => {
  expect(betterAddress(thread, at(HERE), 3)).toBeNull()
  expect(betterAddress(thread, at(`${HERE}?page=3`), 3)).toBeNull()
})

test('an old title, a wrong category and a bare id lead to the canonical address for good', () => {
  for (const path of [
    '/forums/ipos/older-title-1a2b3c4d',
    '/forums/taxation/cut-off-price-1a2b3c4d',
    `/forums/ipos/${thread.id}`,
    '/forums/ipos/Cut-Off-Price-1A2B3C4D',
  ]) {
    expect(betterAddress(thread, at(path), 3)).toEqual({ to: HERE, permanent: true })
  }
})

test('the page survives the move to the canonical address', () => {
  expect(betterAddress(thread, at('/forums/ipos/x-1a2b3c4d?page=2'), 3)).toEqual({
    to: `${HERE}?page=2`,
    permanent: true,
  })
})

test('page 1 and page numbers that make no sense are spelled without a number', () => {
  for (const page of ['1', '0', '-2', '2.5', 'two', '', '02']) {
    expect(betterAddress(thread, at(`${HERE}?page=${page}`), 3)?.to).toBe(HERE)
  }
})

test('past the last page the reader gets the last one, for now', () => {
  expect(betterAddress(thread, at(`${HERE}?page=9`), 3)).toEqual({ to: `${HERE}?page=3`, permanent: false })
  expect(betterAddress(thread, at(`${HERE}?page=2`), 1)).toEqual({ to: HERE, permanent: false })
})

test('unknown parameters are left out, and those of the auth API and of campaigns cause no redirect', () => {
  expect(betterAddress(thread, at(`${HERE}?source=mail`), 1)?.to).toBe(HERE)
  expect(betterAddress(thread, at(`${HERE}?utm_source=mail&fbclid=1`), 1)).toBeNull()
  expect(betterAddress(thread, at(`${HERE}?code=1`), 1)).toBeNull()
})

test('the order of the replies stays in the address; one that does not exist is left out', () => {
  expect(betterAddress(thread, at(`${HERE}?order=best`), 1)).toBeNull()
  expect(betterAddress(thread, at(`${HERE}?order=best&page=2`), 3)).toBeNull()
  expect(betterAddress(thread, at(`${HERE}?page=2&order=best`), 3)?.to).toBe(`${HERE}?order=best&page=2`)
  for (const order of ['oldest', 'BEST', 'best,', '']) {
    expect(betterAddress(thread, at(`${HERE}?order=${order}`), 1)?.to).toBe(HERE)
  }
})

test('the first page has no number', () => {
  expect(threadPagePath(thread, 1)).toBe(HERE)
  expect(threadPagePath(thread, 2)).toBe(`${HERE}?page=2`)
  expect(askedPage(new URLSearchParams('page=7'))).toBe(7)
})
