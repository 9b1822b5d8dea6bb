import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PageCache } from './cache.ts'

const page = (text: string, ...tags: string[]) => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(text),
  tags: new Set(tags),
  until: Date.now() + 60_000,
})

describe('the page cache', () => {
  let cache: PageCache
  const server = createServer((request, response) => {
    if (!cache.answer(request, response)) response.writeHead(404).end()
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers })

  beforeEach(async () => {
    cache = new PageCache()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    vi.useRealTimers()
    return new Promise((resolve) => server.close(resolve))
  })

  test('sends the cached page, and 304 to a client that has it', async () => {
    cache.keep('/a', page('<p>hello</p>', 'threads'), cache.epoch)
    const first = await get('/a')
    expect([first.status, await first.text()]).toEqual([200, '<p>hello</p>'])
    const again = await get('/a', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  test.each(['br', 'gzip', 'identity'])('sends the same page as %s', async (encoding) => {
    cache.keep('/a', page('<p>hello</p>'.repeat(50), 'threads'), cache.epoch)
    const answer = await get('/a', { 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(await answer.text()).toBe('<p>hello</p>'.repeat(50))
  })

  test('each encoding has an entity tag of its own, and answers 304 to it alone', async () => {
    cache.keep('/a', page('<p>hello</p>'.repeat(50), 'threads'), cache.epoch)
    const encodings = ['br', 'gzip', 'identity']
    const tags: (string | null)[] = []
    for (const encoding of encodings) {
      const answer = await get('/a', { 'accept-encoding': encoding })
      tags.push(answer.headers.get('etag'))
    }
    expect(new Set(tags).size).toBe(3)
    for (const encoding of encodings) {
      const statuses: number[] = []
      for (const tag of tags) {
        const headers = { 'accept-encoding': encoding, 'if-none-match': `"x", W/${tag}` }
        statuses.push((await get('/a', headers)).status)
      }
      expect(statuses.filter((status) => status === 304)).toHaveLength(1)
      expect(statuses.indexOf(304)).toBe(encodings.indexOf(encoding))
    }
  })

  test('a cache beyond may keep what is kept here, and is purged of what is evicted here', () => {
    const purged: string[][] = []
    const edge = {
      headers: (tags: Iterable<string>) => ({
        'cache-control': 's-maxage=60',
        'x-keys': [...tags].join(' '),
      }),
      purge: (tags: Iterable<string>) => purged.push([...tags]),
    }
    cache = new PageCache({ edge })
    const { headers } = cache.keep('/a', page('a', 'threads', 'thread:1'), cache.epoch)
    expect(headers).toMatchObject({ 'cache-control': 's-maxage=60', 'x-keys': 'threads thread:1' })
    const before = cache.epoch
    cache.evict(['thread:1'])
    // Read before the change, and sent after the purge.
    const late = cache.keep('/a', page('a', 'thread:1'), before)
    expect(late.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    expect(late.headers['x-keys']).toBeUndefined()
    cache.clear()
    expect(purged).toEqual([['thread:1'], ['*']])
  })

  test('the page with the oldest request is evicted, and compressed forms count', async () => {
    cache = new PageCache({ maxBytes: 100_000 })
    const text = randomBytes(10_000).toString('base64')
    cache.keep('/hot', page(text, 'threads'), cache.epoch)
    const before = cache.counts().bytes
    await get('/hot', { 'accept-encoding': 'gzip' })
    expect(cache.counts().bytes).toBeGreaterThan(before + 9_000)
    for (let i = 0; i < 40; i += 1) {
      cache.keep(`/${i}`, page(text, 'threads'), cache.epoch)
      expect((await get('/hot', { 'accept-encoding': 'gzip' })).status).toBe(200)
    }
    expect(cache.counts().bytes).toBeLessThanOrEqual(100_000)
    expect((await get('/0')).status).toBe(404)
    expect((await get('/39')).status).toBe(200)
    cache.evict(['threads'])
    expect(cache.counts().bytes).toBe(0)
  })

  test('a tag that was evicted during a rendering is remembered, however many there are', async () => {
    const before = cache.epoch
    cache.evict(['threads'])
    for (let i = 0; i < 6_000; i += 1) cache.evict([`thread:${i}`])
    cache.evict(['threads'])
    for (let i = 6_000; i < 12_000; i += 1) cache.evict([`thread:${i}`])
    const during = cache.epoch
    cache.evict(['thread:1'])
    cache.keep('/a', page('stale', 'threads'), before)
    expect((await get('/a')).status, 'whose mark may be gone').toBe(404)
    cache.keep('/a', page('stale', 'thread:1'), during)
    expect((await get('/a')).status).toBe(404)
    cache.keep('/a', page('fresh', 'threads'), during)
    expect((await get('/a')).status).toBe(200)
  })

  test('keeps an outdated page for when rendering fails, until its data changes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    cache.keep('/a', page('a', 'thread:1'), cache.epoch)
    vi.setSystemTime(Date.now() + 60_001)
    expect((await get('/a')).status, 'too old to be sent as it is').toBe(404)
    expect(cache.stale('/a')?.body?.toString()).toBe('a')
    cache.evict(['thread:1'])
    expect(cache.stale('/a')).toBeNull()
  })

  test('a page that many read is sent for five minutes more, while it is rendered again; an evicted one is not', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const late: string[] = []
    cache.renderLateWith((url) => late.push(url))
    const store = (url: string) => cache.keep(url, page(url, 'thread:1'), cache.epoch, true)
    for (const url of ['/often', '/seldom']) store(url)
    for (let n = 0; n < 3; n += 1) await get('/often')
    await get('/seldom')
    vi.setSystemTime(Date.now() + 61_000)
    expect([(await get('/often')).status, (await get('/seldom')).status, late]).toEqual([
      200,
      404,
      ['/often'],
    ])
    vi.setSystemTime(Date.now() + 5 * 60_000)
    expect((await get('/often')).status).toBe(404)
    store('/often')
    for (let n = 0; n < 3; n += 1) await get('/often')
    vi.setSystemTime(Date.now() + 61_000)
    cache.evict(['thread:1'])
    expect((await get('/often')).status).toBe(404)
  })

  test('drops the pages of a tag and no other', async () => {
    cache.keep('/a', page('a', 'thread:1', 'threads'), cache.epoch)
    cache.keep('/b', page('b', 'thread:2', 'threads'), cache.epoch)
    cache.evict(['thread:1'])
    expect((await get('/a')).status).toBe(404)
    expect((await get('/b')).status).toBe(200)
  })

  test('does not cache a page whose data changed while it was rendered', async () => {
    const before = cache.epoch
    cache.evict(['thread:1'])
    cache.keep('/a', page('stale', 'thread:1'), before)
    expect((await get('/a')).status).toBe(404)
    cache.keep('/a', page('fresh', 'thread:1'), cache.epoch)
    expect(await (await get('/a')).text()).toBe('fresh')
  })

  test('after a gap in the changes the cache is empty, and earlier renderings are not stored', async () => {
    const before = cache.epoch
    cache.keep('/a', page('a', 'threads'), before)
    cache.clear()
    cache.keep('/b', page('b', 'threads'), before)
    expect([(await get('/a')).status, (await get('/b')).status]).toEqual([404, 404])
  })

  test('a page whose words are out of date is rendered again', async () => {
    cache.keep('/a', page('a', 'threads'), cache.epoch)
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
    expect((await get('/a')).status).toBe(404)
  })
})
