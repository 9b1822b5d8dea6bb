// What an operator can observe: /metrics, request ids, the access log, and the log of slow statements.
import { readFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

const ROOT = join(import.meta.dirname, '../..')
const TOKEN = 'the token of this test'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Stands for the CDN, which is asked to purge. */
const provider = createServer((request, response) => {
  purged.push(...String(request.headers.xkey).split(' '))
  response.end()
})
const purged: string[] = []
let server: TestServer
let sql: postgres.Sql

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  server = await startServer({
    METRICS_TOKEN: TOKEN,
    ACCESS_LOG: 'all',
    TRUSTED_PROXIES: '127.0.0.2',
    CDN: 'varnish',
    CDN_PURGE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  })
  sql = openDatabase(server)
})

afterAll(async () => {
  await sql?.end()
  await server?.stop()
  provider.close()
})

const open = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
const metrics = (authorization?: string) => open('/metrics', authorization ? { authorization } : {})
const scrape = async () => (await metrics(`Bearer ${TOKEN}`)).text()
const idOf = ({ headers }: Response) => headers.get('x-request-id') ?? ''

/** The value of a sample, by its full name with labels; 0 when it is missing. */
function sampleOf(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? 0)
}

describe('/metrics', () => {
  test('is readable only with its token', async () => {
    for (const header of [
      undefined,
      'Bearer',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Basic ${TOKEN}`,
      TOKEN,
    ]) {
      const answer = await metrics(header)
      expect(answer.status, header).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(await answer.text()).toBe('Unauthorized')
    }
    const answer = await metrics(`Bearer ${TOKEN}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('has exactly the documented metrics; dashboard and alerts use no others', async () => {
    const printed = matches(await scrape(), /^# TYPE (\S+) /gm)
    const guide = readFileSync(join(ROOT, 'docs/operations/metrics.md'), 'utf8')
    const documented = matches(guide, /^\| (`.+?) \| (?:gauge|counter|histogram) \|/gm).flatMap((cell) =>
      matches(cell, /`(\w+)`/g),
    )
    // A metric without samples still has its TYPE line.
    expect(printed.sort()).toEqual(documented.sort())
    const used = ['deploy/grafana/dashboard.json', 'deploy/prometheus/alerts.yml'].flatMap((file) =>
      matches(readFileSync(join(ROOT, file), 'utf8'), /\b((?:arthachowk|nodejs|process)_\w+)/g),
    )
    const names = new Set(used.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))
    expect(names.size).toBeGreaterThan(20)
    expect([...names].filter((name) => !printed.includes(name))).toEqual([])
  })

  test('every alert says what to do', () => {
    const rules = matches(readFileSync(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8'), /- alert: (\w+)/g)
    const guide = readFileSync(join(ROOT, 'docs/operations/metrics.md'), 'utf8')
    const explained = matches(guide, /^\| (`ArthaChowk.+?) \| (?:page|ticket) \|/gm).flatMap((cell) =>
      matches(cell, /`(\w+)`/g),
    )
    expect(rules.length).toBeGreaterThan(10)
    expect(explained.sort()).toEqual(rules.sort())
  })

  test('every alert selects samples that there are from the start, and lasts longer than it waits', async () => {
    const text = await scrape()
    const alerts = readFileSync(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8')
      .split('- alert: ')
      .slice(1)
    const selectors = alerts.flatMap((alert) => [
      ...alert.matchAll(/\b(arthachowk_\w+_(?:total|tasks|waiting))\{(.+?)\}/g),
    ])
    expect(selectors.length).toBeGreaterThan(5)
    for (const [selector, name = '', labels = ''] of selectors) {
      const samples = text.split('\n').filter((line) => line.startsWith(`${name}{`))
      for (const [, label, value] of labels.matchAll(/(\w+)="(.+?)"/g))
        expect(
          samples.filter((line) => line.includes(`${label}="${value}"`)).length,
          selector,
        ).toBeGreaterThan(0)
    }
    // Beyond its window the event is forgotten, and with it an alert that still waits.
    const minutes = (alert: string, written: RegExp) => Number(written.exec(alert)?.[1] ?? 0)
    const onEvents = alerts.filter((alert) => /\b(?:max_over_time|increase)\(/.test(alert))
    expect(onEvents.length).toBeGreaterThan(2)
    for (const alert of onEvents)
      expect(minutes(alert, /^ *for: (\d+)m$/m), alert).toBeLessThan(minutes(alert, /\[(\d+)m\]/))
  })

  test('counts requests by pattern, never by the path that a visitor typed', async () => {
    const word = 'zq7typed'
    const paths = [
      `/forums/${word}`,
      `/${word}/${word}`,
      `/rest/v1/${word}?select=${word}`,
      `/experts/${word}.data`,
    ]
    for (const path of paths) await open(path, { 'user-agent': word })
    const text = await scrape()
    expect(text).not.toContain(word)
    const count = (route: string, status: string) =>
      sampleOf(text, `arthachowk_http_request_duration_seconds_count{route="${route}",status="${status}"}`)
    expect(count('/forums/:category', '4xx')).toBeGreaterThan(0)
    expect(count('other', '4xx')).toBeGreaterThan(0)
    expect(count('/rest/v1/:table', '4xx')).toBeGreaterThan(0)
    expect(count('/experts/:username', '4xx')).toBeGreaterThan(0)
  })

  test('separates cached pages from rendered ones, and counts aborted requests', async () => {
    const before = await scrape()
    for (let turn = 0; turn < 3; turn += 1) await open('/terms')
    const after = await scrape()
    const grown = (name: string) => sampleOf(after, name) - sampleOf(before, name)
    expect(grown('arthachowk_page_cache_misses_total')).toBe(1)
    expect(grown('arthachowk_page_cache_hits_total')).toBe(2)
    expect(grown('arthachowk_http_request_duration_seconds_count{route="/terms",status="2xx"}')).toBe(3)
    expect(sampleOf(after, 'arthachowk_page_cache_entries')).toBeGreaterThan(0)
    // The database answers after the client has disconnected.
    await sql`create function public.slowly() returns void language sql as 'select pg_sleep(0.3)'`
    await sql`grant execute on function public.slowly() to anon`
    await sql`notify pgrst, 'reload schema'`
    await expect.poll(async () => (await open('/rest/v1/rpc/slowly')).status).toBe(204)
    const request = get(`${server.url}/rest/v1/rpc/slowly`).on('error', () => undefined)
    setTimeout(() => request.destroy(), 100)
    const aborted =
      'arthachowk_http_request_duration_seconds_count{route="/rest/v1/rpc/:function",status="aborted"}'
    await expect.poll(async () => sampleOf(await scrape(), aborted)).toBe(1)
  })

  test('reports the queue and the backups of the site', async () => {
    await sql`
      insert into platform.backups (started_at, finished_at, location, bytes, error)
      values (now() - interval '2 days', to_timestamp(1700000000), '/b', 700, null), (now(), now(), '/b', null, 'full')`
    await sql`select graphile_worker.add_job('nobody does this', run_at => now() - interval '1 hour')`
    await expect
      .poll(async () => sampleOf(await scrape(), 'arthachowk_backup_last_failed'), { timeout: 10_000 })
      .toBe(1)
    await expect
      .poll(async () => sampleOf(await scrape(), 'arthachowk_queue_tasks{state="waiting"}'), {
        timeout: 10_000,
      })
      .toBe(1)
    await sql`
      insert into private.queue_failures (queue, item, error)
      values ('reply_outbox', 'one', 'P0001 This one fails'), ('reply_outbox', 'another', 'P0001 This one fails')`
    await expect
      .poll(async () => sampleOf(await scrape(), 'arthachowk_queue_failing_rows{queue="reply_outbox"}'), {
        timeout: 10_000,
      })
      .toBe(2)
    const text = await scrape()
    expect(sampleOf(text, 'arthachowk_backup_last_success_timestamp_seconds')).toBe(1_700_000_000)
    expect(sampleOf(text, 'arthachowk_backup_last_success_bytes')).toBe(700)
    expect(sampleOf(text, 'arthachowk_queue_oldest_seconds')).toBeGreaterThan(3_500)
  })
})

describe('a request id', () => {
  test('is in every dynamic response, and not in a cached one', async () => {
    const [page, api, document] = [await open('/about'), await open('/rest/v1/'), await open('/robots.txt')]
    for (const answer of [page, api, document]) expect(idOf(answer)).toMatch(UUID)
    expect(new Set([page, api, document].map(idOf)).size).toBe(3)
    for (const path of ['/about', '/icon.svg']) expect(idOf(await open(path)), path).toBe('')
  })

  test('is accepted from a trusted proxy alone, if it is safe', async () => {
    const from = (localAddress: string, id: string) =>
      new Promise<string>((resolve, reject) => {
        const request = { localAddress, headers: { 'x-request-id': id } }
        get(`${server.url}/healthz`, request, (response) => {
          response.resume()
          resolve(String(response.headers['x-request-id']))
        }).on('error', reject)
      })
    expect(await from('127.0.0.2', 'edge-0123456789.a_b')).toBe('edge-0123456789.a_b')
    expect(await from('127.0.0.1', 'edge-0123456789.a_b')).toMatch(UUID)
    for (const unsafe of [
      'short',
      'a'.repeat(65),
      'with space',
      '<script>alert(1)</script>',
      'id"},{"level":60',
    ]) {
      expect(await from('127.0.0.2', unsafe), unsafe).toMatch(UUID)
    }
  })
})

test('the access log has each request once, without query and address', async () => {
  const answer = await open('/search?q=zq7secret')
  await answer.text()
  const lines = () => server.log().filter(({ requestId }) => requestId === idOf(answer))
  await expect.poll(() => lines().length).toBe(1)
  expect(lines()[0]).toEqual({
    level: 30,
    time: expect.any(String),
    requestId: idOf(answer),
    method: 'GET',
    path: '/search',
    route: '/search',
    status: 200,
    ms: expect.any(Number),
    msg: 'http.request',
  })
  expect(JSON.stringify(server.log())).not.toContain('zq7secret')
  expect(JSON.stringify(server.log())).not.toContain('127.0.0.1"')
})

test('slow statements are logged, without their values', async () => {
  await sql`select pg_sleep(0.6), ${'zq7parameter'}::text`
  const log = join(server.dataDir, 'postgres.log')
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('select pg_sleep(0.6), $1')
  expect(readFileSync(log, 'utf8')).not.toContain('zq7parameter')
})

test('a CDN may keep a page under keys, and is told which key a change concerns', async () => {
  const keysOf = async (path: string) => {
    const { headers } = await open(path)
    expect(headers.get('cache-control')).toContain('s-maxage=')
    return headers.get('xkey')?.split(' ') ?? []
  }
  const [everything, ...keys] = await keysOf('/forums')
  const others = await keysOf('/terms')
  expect(others[0]).toBe(everything)
  const before = purged.length
  await sql`insert into public.forum_categories (name, slug, description) values ('Bonds', 'bonds', 'Fixed income.')`
  await expect.poll(() => purged.slice(before).filter((key) => keys.includes(key))).not.toEqual([])
  expect(purged.slice(before).filter((key) => others.includes(key))).toEqual([])
  expect((await open('/rest/v1/forum_categories?limit=1')).headers.get('xkey')).toBeNull()
})

test('the request id is in the log lines of a failure, and on the error page', async () => {
  // This test is the last one because it stops guests from reading profiles.
  await sql`revoke select on public.profiles from anon`
  const answer = await open('/experts/nobody')
  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain(`quote ${idOf(answer)}`)
  const events = () => server.log().flatMap(({ requestId, msg }) => (requestId === idOf(answer) ? [msg] : []))
  const expected = ['page.render_error', 'page.render_failed', 'http.request']
  await expect.poll(events).toEqual(expect.arrayContaining(expected))
})

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}
