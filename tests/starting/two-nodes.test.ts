// Two processes on one PostgreSQL: the second uses the first one's database through DATABASE_URL.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

let one: TestServer
let other: TestServer

beforeAll(async () => {
  one = await startServer()
  other = await startServer({ DATABASE_URL: one.adminDatabaseUrl })
})
afterAll(async () => {
  await other.stop()
  await one.stop()
})

test('a node with its own folder of files says that the others do not serve them', () => {
  const saying = (node: TestServer) => node.log().filter(({ msg }) => msg === 'storage.folder_not_shared')
  expect([saying(one), saying(other)]).toEqual([[], [expect.objectContaining({ level: 40 })]])
})

test('a write through one node shows on the pages of the other', async () => {
  const before = await fetch(`${one.url}/forums`)
  expect(before.status).toBe(200)
  expect(await before.text()).not.toContain('Sovereign Gold Bonds')
  const written = await fetch(`${other.url}/rest/v1/forum_categories`, {
    method: 'POST',
    headers: { apikey: other.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Sovereign Gold Bonds', slug: 'gold' }),
  })
  expect(written.status).toBe(201)
  await expect.poll(async () => (await fetch(`${one.url}/forums`)).text()).toContain('Sovereign Gold Bonds')
})

test('settings saved on one node apply on the other, also to its cached pages', async () => {
  const settings = (values: object) =>
    fetch(`${other.url}/rest/v1/site_settings?id=is.true`, {
      method: 'PATCH',
      headers: { apikey: other.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify(values),
    })
  expect(await (await fetch(`${one.url}/`)).text()).not.toContain('Renamed Square')
  expect((await settings({ site_name: 'Renamed Square', maintenance_mode: true })).status).toBe(204)
  await expect.poll(async () => (await fetch(`${one.url}/`)).status).toBe(503)
  await settings({ maintenance_mode: false })
  await expect.poll(async () => (await fetch(`${one.url}/`)).text()).toContain('Renamed Square')
})
