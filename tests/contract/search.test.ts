// Search over the wire: results for a guest, the page at the rate limit, and the headers that keep results out of search
// engines.
import { createClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, openDatabase, PASSWORD } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

const GUESTS_SEARCHES = 60

let server: TestServer
let sql: postgres.Sql
let hidden: string

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'on' })
  sql = openDatabase(server)
  const asha = createClient(server.url, server.publishableKey, { auth: { persistSession: false } })
  const { data } = await asha.auth.signUp({
    email: newEmail('asha'),
    password: PASSWORD,
    options: { data: { username: 'asha' } },
  })
  const author = data.user?.id ?? ''
  const [category] = await sql`insert into forum_categories (name, slug) values ('IPOs', 'ipos') returning id`
  const start = async (title: string, tags: string[]) =>
    (
      await sql`insert into threads (title, content, author_id, category_id, tags)
        values (${title}, '<p>Everybody &amp; <b>asba</b> mandates &lt;i&gt;</p>', ${author}, ${category?.id}, ${tags}) returning id`
    )[0]?.id as string
  await start('Mandates by ASBA compared', ['asba'])
  hidden = await start('Mandates that nobody may see', ['asba', 'secretmandate'])
  await sql`update threads set is_hidden = true where id = ${hidden}`
})

afterAll(async () => {
  await sql?.end()
  await server?.stop()
})

test('rpc/search returns rows of the documented columns, with control characters around each match', async () => {
  const guest = createClient(server.url, server.publishableKey, { auth: { persistSession: false } })
  const { data, error } = await guest.rpc(
    'search',
    { query: 'mandates', only_kind: 'threads' },
    { get: true },
  )
  expect(error).toBeNull()
  expect(data).toEqual([
    expect.objectContaining({
      kind: 'thread',
      title: '\u0001Mandates\u0002 by ASBA compared',
      excerpt: 'Everybody &amp; asba \u0001mandates\u0002',
      slug: 'ipos',
      section: 'IPOs',
      username: 'asha',
      is_exact: true,
      total: 1,
    }),
  ])
})

test('a guest who searches for hidden content finds none of it', async () => {
  const headers = { apikey: server.publishableKey }
  for (const path of [
    'rpc/search?query=nobody%20may%20see',
    'rpc/search?query=secretmandate&only_kind=tags',
    'rpc/search?query=nobodi&typing=true',
    'rpc/tagged_threads?tag=secretmandate',
    'rpc/similar_threads?title=Mandates%20that%20nobody%20may%20see',
    'tags?tag=eq.secretmandate',
    'rpc/search?query=mandates&id=not.is.null',
  ]) {
    const answer = await fetch(`${server.url}/rest/v1/${path}`, { headers })
    expect(answer.status, path).toBe(200)
    expect(await answer.text(), path).not.toContain('nobody')
  }
})

test.each([
  'find_threads',
  'find_replies',
  'find_in_thread',
  'resolve_in_thread',
  'resolve_query',
  'index_everything',
  'find_tagged',
])('rpc/%s is no address', async (name) => {
  const headers = { apikey: server.publishableKey }
  expect((await fetch(`${server.url}/rest/v1/rpc/${name}`, { headers })).status).toBe(404)
})

describe('the page', () => {
  test('is never cached and never indexed, escapes the query, and marks the matches', async () => {
    const answer = await fetch(
      `${server.url}/search?q=${encodeURIComponent('mandates <script>alert(1)</script>')}`,
    )
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain('<script>alert(1)')
    const found = await (await fetch(`${server.url}/search?q=mandates`)).text()
    expect(found).toMatch(/<mark[^>]*>Mandates<\/mark> by ASBA compared/)
    expect(found).not.toContain('\u0001')
  })

  test('asks whether a word that nothing has was meant otherwise, and keeps the filters', async () => {
    const html = await (await fetch(`${server.url}/search?q=mandetes&kind=threads`)).text()
    expect(html).toMatch(/Did you mean/)
    const href = /Did you mean.*?href="([^"]+)"/s.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const { searchParams } = new URL(href, server.url)
    expect(Object.fromEntries(searchParams)).toEqual({ q: 'mandates', kind: 'threads' })
    expect(await (await fetch(new URL(href, server.url))).text()).not.toContain('Did you mean')
  })

  test('of articles accepts a query of any length, and searches for its beginning', async () => {
    const answer = await fetch(`${server.url}/blog?q=${'%F0%9F%98%80'.repeat(1_000)}`)
    expect(answer.status).toBe(200)
    expect([...((await answer.text()).match(/value="([^"]*😀)"/)?.[1] ?? '')]).toHaveLength(200)
  })

  test('tells a visitor at the rate limit when to try again', async () => {
    // Half of the searches go to the API and half to the page: both share one limit, besides the limit that each has.
    const byContract = () =>
      fetch(`${server.url}/rest/v1/rpc/search?query=tax`, { headers: { apikey: server.publishableKey } })
    for (let asked = 0; asked < GUESTS_SEARCHES / 2; asked += 1) await byContract()
    let answer = await fetch(`${server.url}/search?q=tax`)
    for (let asked = 0; asked < GUESTS_SEARCHES / 2 && answer.status === 200; asked += 1)
      answer = await fetch(`${server.url}/search?q=tax`)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.text()).toMatch(
      /a lot of searches in a short time. Please try again in \d+ (seconds|minutes)/,
    )
    const form = await fetch(`${server.url}/search`)
    expect(form.status, 'the form itself stays').toBe(200)
    const call = await fetch(`${server.url}/rest/v1/rpc/search?query=tax`, {
      headers: { apikey: server.publishableKey },
    })
    expect(call.status, 'calls count with pages').toBe(429)
    for (const path of ['/blog', '/blog.data']) {
      const articles = await fetch(`${server.url}${path}?q=tax`)
      expect(articles.status, 'articles are searched under the same rule').toBe(429)
      expect(Number(articles.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await articles.text()).toContain('a lot of searches in a short time')
      expect((await fetch(`${server.url}${path}`)).status, 'the list itself stays').toBe(200)
    }
  })
})
