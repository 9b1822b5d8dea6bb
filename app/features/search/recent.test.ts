import { expect, test } from 'vitest'
import { forgetSearches, keepSearch, recentSearches } from './recent.ts'

function store(kept: Record<string, string> = {}) {
  return {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
}

test('the latest six, each once, the latest first', () => {
  const browser = store()
  for (const question of ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'C3']) keepSearch(browser, question)
  expect(recentSearches(browser)).toEqual(['C3', 'g7', 'f6', 'e5', 'd4', 'b2'])
  forgetSearches(browser)
  expect(recentSearches(browser)).toEqual([])
})

test('other stored values are not searches', () => {
  expect(recentSearches(store({ 'recent-searches': '{"a":1}' }))).toEqual([])
  expect(recentSearches(store({ 'recent-searches': 'not JSON' }))).toEqual([])
  expect(recentSearches(store({ 'recent-searches': '[1, "tax"]' }))).toEqual(['tax'])
})
