import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageStore } from './store.ts'

const MEBIBYTE = 1_048_576
const failed = vi.fn()
let folder = ''
const opened: PageStore[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arthachowk-pages-'))
})
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
  rmSync(folder, { recursive: true, force: true })
  expect(failed.mock.calls.splice(0)).toEqual([])
})

type Given = { key?: string; boot?: string | null; maxBytes?: number; from?: string }

function openAgain({ key = 'a build', boot = 'one', maxBytes = 64 * MEBIBYTE, from = folder }: Given = {}) {
  const store = PageStore.open({ folder: from, key, boot, maxBytes, onFailure: failed })
  if (store) opened.push(store)
  return store
}

function open(given: Given = {}): PageStore {
  const store = openAgain(given)
  if (!store) throw new Error('the store is in use')
  return store
}

const page = (text: string, ...tags: string[]) => ({
  status: 200,
  headers: { etag: `"${text}"` },
  tags,
  body: Buffer.from(text),
  until: 5,
})

/** What a process that is killed leaves, beside a system that goes on. */
function killed(): string {
  const left = `${folder}-killed`
  cpSync(folder, left, { recursive: true })
  rmSync(folder, { recursive: true })
  folder = left
  return left
}

test('a page is read as it was stored', () => {
  const store = open()
  store.put('/a', page('a', 'thread:1'))
  expect(store.get('/a')).toEqual(page('a', 'thread:1'))
  expect(store.get('/b')).toBeNull()
  expect(store.counts()).toMatchObject({ hits: 1, entries: 1 })
})

test('an eviction takes the pages of its tag and no other; a page that is stored after it stays', () => {
  const store = open()
  store.put('/a', page('a', 'thread:1', 'threads'))
  store.put('/b', page('b', 'thread:2', 'threads'))
  store.evict(['thread:1', 'thread:3'])
  expect([store.get('/a'), store.get('/b')?.body.toString()]).toEqual([null, 'b'])
  store.put('/a', page('new', 'thread:1'))
  expect(store.get('/a')?.body.toString()).toBe('new')
  store.clear()
  expect([store.get('/a'), store.get('/b')]).toEqual([null, null])
  store.put('/a', page('newer', 'thread:1'))
  expect(store.get('/a')?.body.toString()).toBe('newer')
})

test.each([
  ['closed, also where the system was started since', 'two'],
  ['closed, where the system does not name its starts', null],
])('pages, evictions and the position are there again after the store was %s', (_, boot) => {
  const store = open()
  store.put('/a', page('a', 'thread:1'))
  store.put('/b', page('b', 'thread:2'))
  store.evict(['thread:1'])
  store.reached({ snapshot: '9:9:', readAt: 1 })
  store.close()
  const again = open({ boot })
  expect([again.get('/a'), again.get('/b')?.body.toString()]).toEqual([null, 'b'])
  expect(again.position).toEqual({ snapshot: '9:9:', readAt: 1 })
})

test('after a kill, the position is not ahead of the evictions', () => {
  const store = open()
  store.put('/a', page('a', 'thread:1'))
  store.put('/b', page('b', 'thread:2'))
  store.reached({ snapshot: '1:1:', readAt: 1 })
  store.evict(['thread:1'])
  store.reached({ snapshot: '2:2:', readAt: 2 })
  store.evict(['thread:2'])
  const again = open({ from: killed() })
  expect(again.position, 'the second eviction was not written').toEqual({ snapshot: '2:2:', readAt: 2 })
  expect([again.get('/a'), again.get('/b')?.body.toString()]).toEqual([null, 'b'])
})

test.each([
  ['after a kill, when the system was started since', { boot: 'two' }],
  ['after a kill, where the system does not name its starts', { boot: null }],
  ['made by another build', { key: 'another' }],
])('pages are dropped %s', (_, given) => {
  const store = open()
  store.put('/a', page('a'))
  store.reached({ snapshot: '9:9:', readAt: 1 })
  const again = open({ from: killed(), ...given })
  expect([again.get('/a'), again.position, again.counts().entries]).toEqual([null, null, 0])
  again.put('/a', page('new'))
  expect(again.get('/a')?.body.toString()).toBe('new')
})

test.each([
  ['torn', (bytes: Buffer) => bytes.fill(7, 16_384)],
  ['empty', () => Buffer.alloc(0)],
  ['no database', () => Buffer.from('nothing of the kind'.repeat(1_000))],
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
] as const)('a store that is %s is dropped', (_, damage) => {
  const store = open()
  for (let n = 0; n < 50; n += 1) store.put(`/${n}`, page('x'.repeat(30_000), 'thread:1'))
  store.close()
  const file = join(folder, 'pages.db')
  writeFileSync(file, damage(readFileSync(file)))
  const again = open()
  for (let n = 0; n < 50; n += 1) again.get(`/${n}`)
  failed.mockClear()
  again.put('/new', page('new'))
  expect(again.get('/49')).toBeNull()
  again.close()
  const last = open()
  last.put('/new', page('new'))
  expect(last.get('/new')?.body.toString()).toBe('new')
})

test('a page whose bytes are not those that were stored is not served, and the store is dropped', () => {
  const store = open()
  store.put('/a', page('sought'.repeat(5_000)))
  store.close()
  const file = join(folder, 'pages.db')
  const bytes = readFileSync(file)
  for (let at = bytes.indexOf('sought'); at >= 0; at = bytes.indexOf('sought', at)) bytes.write('bought', at)
  writeFileSync(file, bytes)
  const again = open()
  expect(again.get('/a') === null).toBe(true)
  expect(failed.mock.calls.splice(0)).toEqual([[new Error('a stored page is damaged')]])
  expect(again.get('/a')).toBeNull()
  expect(open().counts().entries).toBe(0)
})

test('takes no more than it may, and drops what was not used for longest', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  const store = open({ maxBytes: 4 * MEBIBYTE })
  store.put('/hot', page('x'.repeat(20_000)))
  for (let n = 0; n < 1_000; n += 1) {
    vi.setSystemTime(n * 7_200_000)
    store.put(`/${n}`, page('x'.repeat(20_000)))
    expect(store.get('/hot')).not.toBeNull()
  }
  vi.useRealTimers()
  expect(store.counts().bytes).toBeLessThan(4.5 * MEBIBYTE)
  expect(store.counts().entries).toBeGreaterThan(80)
  expect(store.get('/999')).not.toBeNull()
  expect(store.get('/0')).toBeNull()
})

test('marks of before every stored page are removed', () => {
  const store = open()
  for (let n = 0; n < 2_500; n += 1) {
    store.evict([`thread:${n}`])
    store.put('/a', page('a', 'thread:1'))
    expect(store.get('/a')).not.toBeNull()
  }
  const before = store.counts().bytes
  expect(before).toBeLessThan(MEBIBYTE)
})

test('two nodes have a store each; a folder that is in use is not opened', () => {
  const one = open()
  expect(openAgain()).toBeNull()
  const other = open({ from: join(folder, 'other') })
  one.put('/a', page('a', 'thread:1'))
  other.put('/a', page('b', 'thread:1'))
  one.evict(['thread:1'])
  expect([one.get('/a'), other.get('/a')?.body.toString()]).toEqual([null, 'b'])
  one.close()
  expect(openAgain()).not.toBeNull()
})
