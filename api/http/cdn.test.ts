// What a CDN is asked, over the wire: a server stands for the provider.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { Cdn, type CdnSettings, requestPurge } from './cdn.ts'

type Asked = {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

const TOKEN = 'secret-of-the-provider'
/** SHA-256 of `a`, and of `b`. */
const [A, B] = ['ca978112ca1b', '3e23e8160039']

let asked: Asked[] = []
/** Answers with these, then with 200. */
let statuses: number[] = []
const provider = createServer(async (request, response) => {
  const { method, url, headers } = request
  asked.push({ method, url, headers, body: await text(request) })
  response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end('{}')
})
let purgeUrl = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  purgeUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/purge`
})
afterAll(() => provider.close())
beforeEach(() => {
  asked = []
  statuses = []
})

const settings = (of: CdnSettings['provider']): CdnSettings => ({ provider: of, purgeUrl, token: TOKEN })

test.each([
  ['fastly', 'POST', 'surrogate-key', ' ', { 'fastly-key': TOKEN }, `{"surrogate_keys":["${A}","${B}"]}`],
  ['cloudflare', 'POST', 'cache-tag', ',', { authorization: `Bearer ${TOKEN}` }, `{"tags":["${A}","${B}"]}`],
  ['varnish', 'PURGE', 'xkey', ' ', { authorization: `Bearer ${TOKEN}`, xkey: `${A} ${B}` }, ''],
] as const)('%s finds its keys on an answer, and gets the same ones to purge', async (...row) => {
  const [name, method, header, separator, headers, body] = row
  const cdn = new Cdn(settings(name), createLog('silent'))
  const given = cdn.headers(['a', 'b'])
  expect(given['cache-control']).toBe('public, max-age=0, s-maxage=60, must-revalidate')
  // The first is on every answer.
  expect(given[header]?.split(separator)).toEqual([expect.any(String), A, B])
  cdn.purge(['a'])
  cdn.purge(['a', 'b'])
  await expect.poll(() => asked.length).toBe(1)
  expect(asked).toMatchObject([{ method, url: '/purge', headers, body }])
  await cdn.stop()
})

test('a purge that fails is repeated, and said once', async () => {
  const lines: { msg: string }[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  const cdn = new Cdn(settings('fastly'), log)
  statuses = [500, 403]
  cdn.purge(['a'])
  await expect.poll(() => asked.length).toBe(1)
  cdn.purge(['b'])
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(2)
  expect(asked.map(({ body }) => JSON.parse(body).surrogate_keys.toSorted())).toEqual([[A], [B, A], [B, A]])
  expect(lines).toMatchObject([
    { level: 40, msg: 'cdn.purge_failed', reason: 'status 500' },
    { level: 40, msg: 'cdn.purge_works' },
  ])
  expect(JSON.stringify(lines)).not.toContain(TOKEN)
  await cdn.stop()
}, 20_000)

test('what waits is bounded: from 5,000 keys on everything is purged', async () => {
  const cdn = new Cdn(settings('cloudflare'), createLog('silent'))
  const [everything] = cdn.headers([])['cache-tag']?.split(',') ?? []
  cdn.purge(Array.from({ length: 31 }, (_, n) => `thread:${n}`))
  await expect.poll(() => asked.map(({ body }) => JSON.parse(body).tags.length)).toEqual([30, 1])
  cdn.purge(Array.from({ length: 6_000 }, (_, n) => `thread:${n}`))
  await cdn.stop()
  expect(asked.slice(2).map(({ body }) => body)).toEqual([JSON.stringify({ tags: [everything] })])
})

test('the token goes to no other address', async () => {
  statuses = [307]
  expect(await requestPurge(settings('fastly'), ['a'])).toContain('redirect')
  expect(asked).toHaveLength(1)
})
