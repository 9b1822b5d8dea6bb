// Read-your-writes: a member who reloads right after writing sees the change, although guests' pages are cached.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('fifty times in a row, the page after the write shows it', async () => {
  const write = (method: string, search: string, body: object) =>
    fetch(`${server.url}/rest/v1/forum_categories${search}`, {
      method,
      headers: { apikey: server.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await write('POST', '', { name: 'Gold', slug: 'gold', description: 'round 0' })).status).toBe(201)
  for (let round = 1; round <= 50; round += 1) {
    expect(await (await fetch(`${server.url}/forums`)).text()).toContain(`round ${round - 1}<`)
    expect((await write('PATCH', '?slug=eq.gold', { description: `round ${round}` })).status).toBe(204)
    expect(await (await fetch(`${server.url}/forums`)).text()).toContain(`round ${round}<`)
  }
})

test('twenty times in a row, the site closes and opens as soon as the write is answered', async () => {
  const close = (maintenance_mode: boolean) =>
    fetch(`${server.url}/rest/v1/site_settings?id=is.true`, {
      method: 'PATCH',
      headers: { apikey: server.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ maintenance_mode }),
    })
  for (let round = 1; round <= 20; round += 1) {
    expect((await close(true)).status).toBe(204)
    expect((await fetch(`${server.url}/forums`)).status).toBe(503)
    expect((await close(false)).status).toBe(204)
    expect((await fetch(`${server.url}/forums`)).status).toBe(200)
  }
})
