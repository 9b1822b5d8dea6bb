import { expect, test } from 'vitest'
import {
  type DraftStore,
  dropDraft,
  forgetOldDrafts,
  keepDraft,
  latestDraft,
  listDrafts,
  readDraft,
} from './drafts.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1_000
const isText = (value: unknown): value is string => typeof value === 'string'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}

test('a kept draft comes back with its time', () => {
  const store = memory()
  expect(keepDraft(store, 'asha:reply:1', '<p>नमस्ते 📈</p>', NOW)).toBe(true)
  expect(readDraft(store, 'asha:reply:1', NOW + 1, isText)).toEqual({ at: NOW, value: '<p>नमस्ते 📈</p>' })
})

test('a draft belongs to its key alone', () => {
  const store = memory()
  keepDraft(store, 'asha:reply:1', 'mine', NOW)
  expect(readDraft(store, 'bala:reply:1', NOW, isText)).toBeNull()
  expect(readDraft(store, 'asha:reply:2', NOW, isText)).toBeNull()
})

test('a sent or discarded draft is gone', () => {
  const store = memory()
  keepDraft(store, 'key', 'text', NOW)
  dropDraft(store, 'key')
  expect(readDraft(store, 'key', NOW, isText)).toBeNull()
})

test('after 30 days a draft is forgotten, a day before it is not', () => {
  const store = memory()
  keepDraft(store, 'key', 'text', NOW)
  expect(readDraft(store, 'key', NOW + 29 * DAY_MS, isText)?.value).toBe('text')
  expect(readDraft(store, 'key', NOW + 31 * DAY_MS, isText)).toBeNull()
})

test('an entry of another shape is ignored', () => {
  const store = memory()
  store.setItem('draft:key', '{"at":1')
  expect(readDraft(store, 'key', NOW, isText)).toBeNull()
  keepDraft(store, 'key', { title: 'of another form' }, NOW)
  expect(readDraft(store, 'key', NOW, isText)).toBeNull()
})

test('a full or forbidden storage loses the draft and nothing else', () => {
  const full: DraftStore = {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('quota')
    },
    removeItem: () => {
      throw new Error('forbidden')
    },
  }
  expect(keepDraft(full, 'key', 'text', NOW)).toBe(false)
  expect(readDraft(full, 'key', NOW, isText)).toBeNull()
  expect(() => dropDraft(full, 'key')).not.toThrow()
})

test("a member's drafts are listed, the latest first, without another's and what is too old", () => {
  const store = memory()
  keepDraft(store, 'asha:reply:1', 'first', NOW - 5)
  keepDraft(store, 'asha:new-discussion', { title: 'Second' }, NOW)
  keepDraft(store, 'asha:reply:2', 'too old', NOW - 31 * DAY_MS)
  keepDraft(store, 'ashanti:reply:1', "another's", NOW)
  store.setItem('draft:asha:reply:3', '{not JSON')
  store.setItem('theme', 'dark')
  expect(listDrafts(store, 'asha:', NOW)).toEqual([
    { key: 'asha:new-discussion', at: NOW, value: { title: 'Second' } },
    { key: 'asha:reply:1', at: NOW - 5, value: 'first' },
  ])
})

test('drafts unopened for 30 days are deleted from the browser, and nothing else is', () => {
  const store = memory()
  keepDraft(store, 'asha:reply:1', 'young', NOW - 29 * DAY_MS)
  keepDraft(store, 'asha:reply:2', 'old', NOW - 31 * DAY_MS)
  keepDraft(store, 'bala:reply:2', 'old', NOW - 31 * DAY_MS)
  store.setItem('theme', 'dark')
  forgetOldDrafts(store, NOW)
  expect(Array.from({ length: store.length }, (_, index) => store.key(index))).toEqual([
    'draft:asha:reply:1',
    'theme',
  ])
})

test('a draft carries the version that its edit began with', () => {
  const store = memory()
  keepDraft(store, 'asha:edit:1', 'newer', NOW, { base: '2026-11-20T10:00:00+00:00' })
  expect(readDraft(store, 'asha:edit:1', NOW, isText)).toEqual({
    at: NOW,
    value: 'newer',
    base: '2026-11-20T10:00:00+00:00',
  })
})

test('of the drafts of several tabs the latest comes back', () => {
  const store = memory()
  keepDraft(store, 'asha:new-discussion', 'first', NOW)
  keepDraft(store, 'asha:new-discussion:5e6f7a8b', 'second', NOW + 1)
  keepDraft(store, 'asha:new-discussions', 'of something else', NOW + 2)
  expect(latestDraft(store, 'asha:new-discussion', NOW, isText)).toEqual({
    key: 'asha:new-discussion:5e6f7a8b',
    at: NOW + 1,
    value: 'second',
  })
})
