import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inMemory } from '../../api/limits/counters.ts'
import { createLimitsOver } from '../../api/limits/limits.ts'
import type { SiteInfo } from '../../shared/site.ts'
import { WORK_LIMITS } from '../site-limits.ts'
import { createAdmission } from './admission.ts'
import { PageCache } from './cache.ts'
import { createLanePasses } from './lane-passes.ts'
import { createMomentPage } from './moment-page.ts'
import type { Pages } from './render.ts'

const PLACES_OF_STRANGERS = 16
const SECRET = 'a secret of tests'

let cache: PageCache
let release: () => void
let url: string
let close: () => Promise<unknown>

/** A site whose lane of strangers is full of pages that are not rendered before `release`. */
beforeEach(async () => {
  cache = new PageCache()
  const released = Promise.withResolvers<void>()
  release = released.resolve
  const site = () => ({ name: 'A site' }) as SiteInfo
  let visitors = 0
  const admission = createAdmission({
    hasLanes: true,
    limits: createLimitsOver({
      clientAddress: () => {
        visitors += 1
        return `10.0.0.${visitors}`
      },
      shared: inMemory,
      local: inMemory,
      secret: SECRET,
      work: WORK_LIMITS,
    }),
    site,
    pages: { cache, isRendering: (path: string) => path === '/is-rendering' } as unknown as Pages,
    passes: createLanePasses(SECRET, { secure: false }),
    moment: createMomentPage(site, '/assets/proof-worker-1.js'),
  })
  let held = 0
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    void admission.run({ url: path, request, response, needsLane: path !== '/robots.txt' }, async () => {
      if (path.startsWith('/held')) {
        held += 1
        await released.promise
      }
      response.end('rendered')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => new Promise((resolve) => server.close(resolve))
  const all = Array.from({ length: PLACES_OF_STRANGERS }, (_, index) => open(`/held-${index}`))
  await expect.poll(() => held).toBe(1)
  await expect.poll(async () => (await open('/premise')).status).toBe(503)
  crowd = Promise.all(all)
})
let crowd: Promise<Response[]>
afterEach(async () => {
  release()
  await crowd
  await close()
})

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers: { accept: 'text/html', connection: 'close', ...headers } })
const page = (until: number) => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('kept'),
  tags: new Set(['threads']),
  until,
})
const answerTo = async (path: string, headers?: Record<string, string>) => {
  const answer = await open(path, headers)
  return [answer.status, await answer.text()]
}

test('a page that was read often is rendered before strangers, also after it was evicted', async () => {
  for (const [path, reads] of [
    ['/often', 3],
    ['/seldom', 2],
  ] as const) {
    cache.keep(path, page(Date.now() + 60_000), cache.epoch, true)
    for (let read = 0; read < reads; read += 1)
      cache.answer(
        { method: 'GET', headers: {} } as never,
        { writeHead: () => undefined, end: () => undefined } as never,
        path,
      )
  }
  cache.evict(['threads'])
  expect(await answerTo('/often')).toEqual([200, 'rendered'])
  expect((await answerTo('/seldom'))[0]).toBe(503)
})

test('a stranger gets a page that is a few minutes late, rather than none', async () => {
  cache.keep('/late', page(Date.now() - 60_000), cache.epoch, true)
  cache.keep('/too-late', page(Date.now() - 600_000), cache.epoch, true)
  expect(await answerTo('/late')).toEqual([200, 'kept'])
  expect((await answerTo('/too-late'))[0]).toBe(503)
})

test('who joins a rendering, or opens robots.txt, needs no place', async () => {
  for (const path of ['/is-rendering', '/robots.txt'])
    expect(await answerTo(path), path).toEqual([200, 'rendered'])
})

test('members, and visitors with a proof, have places of their own', async () => {
  const passes = createLanePasses(SECRET, { secure: false })
  for (const issued of [passes.forMember('asha', Date.now()), passes.forProof(Date.now())]) {
    const cookie = issued.split(';')[0] ?? ''
    expect(await answerTo('/any', { cookie })).toEqual([200, 'rendered'])
    expect((await answerTo('/any', { cookie: `${cookie}x` }))[0], 'forged').toBe(503)
  }
})

test('a page in Hindi that cannot be rendered says so in Hindi', async () => {
  const answer = await open('/hi/forums')
  const html = await answer.text()
  expect(html).toContain('<html lang="hi-IN">')
  expect(html).toContain('<h1>बस एक पल</h1>')
  expect(html).toContain('A site के बहुत सारे पेज')
  const script = /<script[^>]*>([\s\S]*)<\/script>/.exec(html)?.[1] ?? ''
  expect(script).toContain('आपका ब्राउज़र दिखा रहा है')
  const hash = createHash('sha256').update(script).digest('base64')
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  expect((await answerTo('/forums'))[1]).toContain('<h1>One moment, please</h1>')
})

test.each([
  ['Mozilla/5.0 (Linux; Android 14; CUBOT X70) Chrome/140.0 Mobile', 'text/html'],
  ['Mozilla/5.0 (compatible; bingbot/2.0)', 'text/plain'],
  ['python-requests/2.32', 'text/plain'],
])('%s gets %s', async (agent, type) => {
  const { headers } = await open('/any', { 'user-agent': agent })
  expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`)
})
