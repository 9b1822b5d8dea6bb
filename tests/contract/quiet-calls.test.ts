// Calls that change nothing send no NOTIFY, which would serialise all commits of the database.
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

test('a view sends none, a new category one word behind its event', async () => {
  const heard: string[] = []
  await sql.listen('own_writes', () => heard.push('word'))
  await sql.listen('changes', (payload) => heard.push(JSON.parse(payload).table))
  const threads = await sql<{ id: string }[]>`select id from public.threads limit 20`
  for (const { id } of threads) {
    const viewed = await post('rpc/increment_thread_views', { thread_id: id }, site.publishableKey)
    expect(viewed.status).toBe(204)
  }
  // Notifications come in the order of the commits: whatever the views sent is here before this.
  const written = await post('forum_categories', { name: 'Gold', slug: 'gold' }, site.secretKey)
  expect(written.status).toBe(201)
  await expect.poll(() => heard.includes('word')).toBe(true)
  expect(heard).toEqual(['forum_categories', 'word'])
})
