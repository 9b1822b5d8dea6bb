// Database connections over a broken line that drops every packet: no data, no close, no reset.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'
import { startTcpDatabase, type TcpDatabase } from '../support/tcp-database.ts'

/** An order of magnitude below the quarter of an hour after which TCP gives up, and above a busy machine's two seconds. */
const BACK_WITHIN_MS = 30_000

let folder: string
let database: TcpDatabase
let site: TestServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'arthachowk-hole-'))
  database = await startTcpDatabase()
  site = await startServer({ DATABASE_URL: database.url(), DATA_DIR: folder })
}, 120_000)
afterAll(async () => {
  await site?.stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const headers = () => ({ apikey: site.secretKey, 'content-type': 'application/json' })
const read = async () =>
  (await fetch(`${site.url}/rest/v1/forum_categories?select=slug`, { headers: headers() })).status

test('no request waits for them, all of them are replaced, and later changes are delivered', async () => {
  // Every connection of the pool is open, and one of them is in use.
  await expect.poll(async () => Promise.all(Array.from({ length: 10 }, read))).toEqual(Array(10).fill(200))
  expect((await fetch(`${site.url}/forums`)).status).toBe(200)
  database.blackHole()
  const told = await Promise.all(Array.from({ length: 10 }, read))
  expect(
    told.every((status) => [200, 503, 504].includes(status)),
    String(told),
  ).toBe(true)
  expect(told).not.toEqual(Array(10).fill(200))
  // None of the ten dead connections is left. Without a replacement this fails until TCP gives up. A machine that is too
  // busy to answer the heartbeat in time may refuse one more request in between.
  await expect
    .poll(async () => Promise.all(Array.from({ length: 20 }, read)), { timeout: BACK_WITHIN_MS })
    .toEqual(Array(20).fill(200))
  // The LISTEN connection was replaced as well: a write evicts a cached page.
  const write = async () => {
    const { status } = await fetch(`${site.url}/rest/v1/forum_categories`, {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify({ name: 'Sovereign Gold Bonds', slug: 'gold' }),
    })
    // A write that failed with a timeout may still have been committed.
    return status === 409 ? 201 : status
  }
  await expect.poll(write, { timeout: BACK_WITHIN_MS }).toBe(201)
  await expect
    .poll(async () => (await fetch(`${site.url}/forums`)).text(), { timeout: BACK_WITHIN_MS })
    .toContain('Sovereign Gold Bonds')
}, 120_000)
