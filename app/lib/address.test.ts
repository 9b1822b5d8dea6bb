import { expect, test } from 'vitest'
import { strays } from './address.ts'

const reads = (query: string, path: string) => strays(new URLSearchParams(query), path, ['sort', 'page'])

test('the plain address, in any order and with what others added, does not stray', () => {
  expect(reads('', '/experts')).toBe(false)
  expect(reads('page=2&sort=posts&utm_source=x', '/experts?sort=posts&page=2')).toBe(false)
})

test('a word that nobody knows, and the usual said aloud, do', () => {
  expect(reads('sort=best', '/experts')).toBe(true)
  expect(reads('sort=reputation', '/experts')).toBe(true)
  expect(reads('page=007', '/experts')).toBe(true)
})
