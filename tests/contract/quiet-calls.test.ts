// Calls that change nothing notify no other node, and a write does not send NOTIFY itself, because NOTIFY serialises all
// commits of the database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

let site: TestServer
let sql: ReturnType<typeof openDatabase>

beforeAll(async () => {
  site = await startServer({ SEED: 'sample' })
  sql = openDatabase(site)
}, 120_000)
afterAll(async () => {
  await sql?.end()
  await site?.stop()
})

const post = (path: string, body: object, key: string) =>
  fetch(`${site.url}/rest/v1/${path}`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a view notifies no other node, a new category notifies them once', async () => {
  const heard: string[] = []
  await sql.listen('change_log', (node) => heard.push(node))
  const threads = await sql<{ id: string }[]>`select id from public.threads limit 20`
  for (const { id } of threads) {
    const viewed = await post('rpc/increment_thread_views', { thread_id: id }, site.publishableKey)
    expect(viewed.status).toBe(204)
  }
  const written = await post('forum_categories', { name: 'Gold', slug: 'gold' }, site.secretKey)
  expect(written.status).toBe(201)
  await expect.poll(() => heard).toHaveLength(1)
})
