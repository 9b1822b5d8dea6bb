// /site/v1, which is for administrators but for the preview of a text, and a site in maintenance.
import type postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask, newEmail, openDatabase, PASSWORD } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let sql: postgres.Sql
let admin: string
let member: string

beforeAll(async () => {
  server = await startServer()
  sql = openDatabase(server)
  ;[admin, member] = (await Promise.all([signUp(), signUp()])) as [string, string]
  const token = new URL(server.adminLink ?? '').searchParams.get('token')
  await rest('POST', 'rpc/claim_admin', admin, { token })
})

afterAll(async () => {
  await sql?.end()
  await server?.stop()
})

afterEach(() => rest('PATCH', 'site_settings?id=is.true', admin, { maintenance_mode: false }))

async function signUp(): Promise<string> {
  const { body } = await ask(server, 'signup', { body: { email: newEmail(), password: PASSWORD } })
  return (body as { access_token: string }).access_token
}

function rest(method: string, path: string, token: string | null, body?: object): Promise<Response> {
  return fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

function site(method: string, path: string, token: string | null): Promise<Response> {
  return fetch(`${server.url}/site/v1${path}`, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
}

const ENDPOINTS = [
  ['GET', '/health'],
  ['GET', '/statements'],
  ['POST', '/pass'],
] as const

describe.each(ENDPOINTS)('%s /site/v1%s', (method, path) => {
  test('refuses a guest, a member, the API keys, and an invalid token', async () => {
    for (const [token, status] of [
      [null, 401],
      [member, 403],
      [server.publishableKey, 401],
      [server.secretKey, 401],
      ['nonsense', 401],
    ] as const) {
      const answer = await site(method, path, token)
      expect(answer.status, token ?? 'guest').toBe(status)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })
})

test('a member gets a text as it would be stored, and a guest does not', async () => {
  const preview = (token: string | null, body: unknown) =>
    fetch(`${server.url}/site/v1/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
  const text =
    '<p onclick="x()">$$x^2$$ of</p><table><tr><td>Cost</td></tr><tr><td>₹12</td></tr></table><script>1</script>'
  const answer = await preview(member, { html: text })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { html } = (await answer.json()) as { html: string }
  expect(html).toMatch(/^<p><span class="formula" data-tex="x\^2"><math/)
  expect(html).not.toMatch(/onclick|script/)
  for (const [token, body, status] of [
    [null, { html: text }, 401],
    [server.publishableKey, { html: text }, 401],
    ['nonsense', { html: text }, 401],
    [member, { html: 1 }, 400],
    [member, { html: '<div>'.repeat(101) }, 400],
    [member, { html: 'x'.repeat(1_100_000) }, 413],
  ] as const)
    expect((await preview(token, body)).status, JSON.stringify(body).slice(0, 40)).toBe(status)
})

test('an administrator gets the measured state of each part', async () => {
  const answer = await site('GET', '/health', admin)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    database: { state: 'Healthy', milliseconds: expect.any(Number) },
    storage: { state: 'Normal', milliseconds: expect.any(Number), freeBytes: expect.any(Number) },
    api: { state: 'Online', uptimeSeconds: expect.any(Number) },
    backup: { state: 'None yet', at: null, bytes: null },
    walArchive: null,
    redis: null,
    mail: { refused: 0, complained: 0 },
    push: null,
  })
})

test('an administrator sees the statements that took the most time, without their values', async () => {
  const table = `public.threads where title <> 'zq7value'`
  for (let turn = 0; turn < 3; turn += 1)
    await sql.unsafe(`select pg_sleep(0.1), 271828, count(*) from ${table}`).simple()
  await sql.unsafe(`create role zq7role password 'zq7password'`).simple()
  await sql.unsafe('drop role zq7role').simple()
  const answer = await site('GET', '/statements', admin)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = await answer.text()
  const { state, since, statements } = JSON.parse(text)
  expect(state).toBe('measured')
  expect(Date.parse(since)).toBeLessThan(Date.now())
  expect(statements.length).toBeGreaterThan(5)
  expect(statements.length).toBeLessThanOrEqual(20)
  const ours = 'select pg_sleep($1), $2, count(*) from public.threads where title <> $3'
  const found = statements.find((one: { text: string }) => one.text === ours)
  expect(found).toMatchObject({ calls: 3, rows: 3 })
  expect(found.totalMs).toBeGreaterThan(300)
  expect(text).not.toMatch(/zq7|271828/)
})

test('without the setting there is no /metrics', async () => {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer undefined' } })
  expect(answer.status).toBe(404)
  expect(await answer.text()).toBe('Not Found')
})

describe('maintenance', () => {
  const close = async () => {
    await rest('PATCH', 'site_settings?id=is.true', admin, { maintenance_mode: true })
    await expect.poll(async () => (await fetch(`${server.url}/forums`)).status).toBe(503)
  }

  test('closes every page, cached ones too, says when to return, and ends at once', async () => {
    expect((await fetch(`${server.url}/forums`)).status).toBe(200)
    await close()
    for (const path of ['/', '/forums', '/no-such-page', '/chat', '/adminx', '/forums.data', '/_root.data']) {
      const answer = await fetch(`${server.url}${path}`)
      expect(answer.status, path).toBe(503)
      expect(Number(answer.headers.get('retry-after')), path).toBeGreaterThan(0)
      expect(answer.headers.get('cache-control'), path).toBe('no-store')
    }
    const page = await (await fetch(`${server.url}/forums`)).text()
    expect(page).toContain('We are back soon')
    expect(page).toContain('ArthaChowk')
    const inHindi = await (await fetch(`${server.url}/hi/forums`)).text()
    expect(inHindi).toContain('<h1>हम जल्द लौट रहे हैं</h1>')
    expect(inHindi).toContain('<html lang="hi-IN">')
    await rest('PATCH', 'site_settings?id=is.true', admin, { maintenance_mode: false })
    await expect.poll(async () => (await fetch(`${server.url}/forums`)).status).toBe(200)
  })

  test('leaves sign-in, the admin’s pages and the API open, which refuses writes of members', async () => {
    await close()
    for (const path of [
      '/signin',
      '/hi/signin',
      '/forgot-password',
      '/admin',
      '/admin/settings',
      '/icon.svg',
      '/readyz',
    ])
      expect((await fetch(`${server.url}${path}`)).status, path).toBe(200)
    expect((await rest('GET', 'forum_categories', null)).status).toBe(200)
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
      insert into public.forum_categories (name, slug) values ('Gold', 'gold')
      on conflict (slug) do update set name = excluded.name returning id`
    const thread = {
      title: 'Written while shut',
      content: '<p>Is this possible at all?</p>',
      category_id: id,
    }
    const author_id = JSON.parse(atob(member.split('.')[1] ?? '')).sub as string
    const refused = await rest('POST', 'threads', member, { ...thread, author_id })
    expect(refused.status).toBe(403)
  })

  test('admits visitors with a pass, which only an administrator gets, for an hour; a forged one is refused', async () => {
    await close()
    const issued = await site('POST', '/pass', admin)
    expect(issued.status).toBe(204)
    const cookie = issued.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/)
    const open = (value: string) => fetch(`${server.url}/forums`, { headers: { cookie: value } })
    const pass = cookie.split(';')[0] ?? ''
    expect((await open(pass)).status).toBe(200)
    expect((await open(pass.replace(/=\d/, '=9'))).status).toBe(503)
    expect((await open(`${pass}x`)).status).toBe(503)
    // Pages rendered for an administrator must not be cached for other visitors.
    expect((await fetch(`${server.url}/forums`)).status).toBe(503)
  })

  test('escapes the site’s name in its page', async () => {
    const name = '</title><script>alert(1)</script>'
    await rest('PATCH', 'site_settings?id=is.true', admin, { site_name: name })
    await close()
    const answer = await fetch(`${server.url}/forums`)
    const page = await answer.text()
    expect(page).not.toContain('<script>alert')
    expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/)
    await rest('PATCH', 'site_settings?id=is.true', admin, { site_name: 'ArthaChowk' })
  })
})

test('a banned member signs in and reads why', async () => {
  const email = newEmail()
  const { body } = await ask(server, 'signup', { body: { email, password: PASSWORD } })
  const { id } = (body as { user: { id: string } }).user
  const answer = await rest('POST', 'rpc/ban_member', admin, { member: id, reason: 'Sold tips.' })
  expect(answer.status).toBe(204)
  const entered = await ask(server, 'token?grant_type=password', { body: { email, password: PASSWORD } })
  expect(entered.status).toBe(200)
  const { access_token: token } = entered.body as { access_token: string }
  const sanction = await rest('POST', 'rpc/my_sanction', token, {})
  expect(await sanction.json()).toMatchObject([{ kind: 'banned', message: 'Sold tips.', ends_at: null }])
  await rest('PATCH', `profiles?id=eq.${id}`, token, { bio: 'Buy it' })
  const profile = await rest('GET', `profiles?id=eq.${id}&select=bio`, token)
  expect(await profile.json()).toEqual([{ bio: null }])
})
