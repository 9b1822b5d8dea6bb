// Pages on disk across the death of the process: those that nothing changed are there again, and no other.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { threadPath } from '../../shared/slugs.ts'
import { startServer, type TestServer } from '../support/server.ts'

const METRICS_TOKEN = 'of this test alone'
let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'arthachowk-kept-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** The address is on each page, so it is the same for both starts. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return String(port)
}

async function metric({ url }: TestServer, name: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return Number(new RegExp(`^\\w*${name} (\\d+)`, 'm').exec(await response.text())?.[1])
}

async function read({ url }: TestServer, path: string): Promise<string> {
  const response = await fetch(url + path)
  expect(response.status).toBe(200)
  return response.text()
}

async function killed(server: TestServer): Promise<void> {
  const exited = new Promise((resolve) => server.process.once('exit', resolve))
  server.process.kill('SIGKILL')
  await exited
}

test('after a kill, pages come from disk; those that changed meanwhile are rendered again', async () => {
  const env = { DATA_DIR: dataDir, SEED: 'sample', METRICS_TOKEN, PORT: await freePort() }
  const first = await startServer(env)
  const sql = connect(first.adminDatabaseUrl, { max: 1 })
  // Old enough that no words on their pages change within the day.
  await sql`update public.threads set created_at = now() - interval '30 days', last_activity = now() - interval '30 days'`
  await sql`update public.replies set created_at = now() - interval '30 days', updated_at = now() - interval '30 days'`
  const threads = await sql<{ id: string; title: string; category: { slug: string } }[]>`
    select t.id, t.title, jsonb_build_object('slug', c.slug) as category
    from public.threads t join public.forum_categories c on c.id = t.category_id
    where t.reply_count between 1 and 10 order by t.title limit 2`
  // The file is made once the store is open, some milliseconds after the first requests are answered.
  await expect.poll(() => first.log().some(({ msg }) => msg === 'page.store_opened')).toBe(true)
  const [changed = '', same = ''] = threads.map(threadPath)
  const [text] = await Promise.all([read(first, same), read(first, changed)])
  await expect.poll(() => metric(first, 'page_store_entries')).toBe(2)
  await killed(first)
  await sql`update public.threads set content = '<p>Written while nobody was there.</p>' where id = ${threads[0]?.id ?? ''}`
  await sql.end()
  const second = await startServer(env)
  await expect.poll(() => metric(second, 'page_store_entries')).toBe(2)
  expect(await read(second, same), 'as it was sent before, with the time of its rendering').toBe(text)
  expect(await read(second, changed)).toContain('Written while nobody was there.')
  expect(await metric(second, 'page_store_hits_total')).toBe(1)
  await second.stop()
}, 120_000)
