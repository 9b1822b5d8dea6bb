// One more than allowed of what members and guests do in the community, each time with a lie about where it comes
// from. What is counted in the process is asked of one node, what the database counts of two.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newEmail, openDatabase, PASSWORD } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

const MINUTE = 60
const HOUR = 3_600

let host: TestServer
let nodes: TestServer[]
let sql: postgres.Sql
let category: string
const folders: string[] = []
let addresses = 0

beforeAll(async () => {
  host = await startServer()
  sql = openDatabase(host)
  const [row] =
    await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos') returning id`
  category = row?.id
  nodes = await Promise.all(
    [1, 2].map(() => {
      const folder = mkdtempSync(join(tmpdir(), 'arthachowk-node-'))
      folders.push(folder)
      cpSync(join(host.dataDir, 'secrets.json'), join(folder, 'secrets.json'))
      return startServer({
        ...{ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1', DATA_DIR: folder },
        DATABASE_URL: host.adminDatabaseUrl,
      })
    }),
  )
})
afterAll(async () => {
  await sql.end()
  await Promise.all(nodes.map((server) => server.stop()))
  await host.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const newAddress = () => `198.51.${Math.floor(addresses / 250)}.${1 + (addresses++ % 250)}`

type Who = {
  /** What the proxy saw. */
  address: string
  token?: string
}
type Call = { method?: string; path: string; body?: unknown }

async function call(
  who: Who,
  { method = 'POST', path, body }: Call,
  node = 0,
): Promise<{ status: number; retryAfter: number; body: Record<string, unknown> }> {
  const server = nodes[node] as TestServer
  const lie = newAddress()
  const response = await fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: {
      ...{ apikey: server.publishableKey, 'content-type': 'application/json' },
      ...(who.token ? { authorization: `Bearer ${who.token}` } : {}),
      ...{ 'x-forwarded-for': `${lie}, ${who.address}`, forwarded: `for=${lie}`, 'x-real-ip': lie },
    },
    body: method === 'GET' ? null : JSON.stringify(body ?? {}),
  })
  const text = await response.text()
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    body: text.startsWith('{') ? JSON.parse(text) : {},
  }
}

const guest = (): Who => ({ address: newAddress() })

/** Of an account that is older than a day. */
async function member(): Promise<Who & { id: string }> {
  const { body } = await ask(host, 'signup', { body: { email: newEmail(), password: PASSWORD } })
  await sql`update public.profiles set created_at = now() - interval '2 days' where id = ${body.user.id}`
  return { address: newAddress(), token: body.access_token, id: body.user.id }
}

describe('one more than allowed', () => {
  test.each<[string, number, number, () => Promise<Who> | Who, Call]>([
    ['votes of a member', 60, MINUTE, member, { path: 'reactions' }],
    ['words of a member in the chat', 5, 5, member, { path: 'chat_messages' }],
    ['words of a guest in the chat', 5, 10, guest, { path: 'chat_messages' }],
    ['searches of a member', 30, MINUTE, member, { method: 'GET', path: 'rpc/search?query=tax' }],
    ['requests of a member', 200, MINUTE, member, { method: 'GET', path: 'forum_categories?select=id' }],
    ['writes of a guest', 50, 10, guest, { path: 'forum_categories' }],
    ['messages to the site', 5, HOUR, guest, { path: 'rpc/send_contact_message' }],
    ['addresses for the newsletter', 5, HOUR, guest, { path: 'rpc/subscribe_newsletter' }],
  ])('%s: %i, and not the next', async (_what, allowed, seconds, someone, request) => {
    const who = await someone()
    const answers = await Promise.all(Array.from({ length: allowed + 1 }, () => call(who, request)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.body).toMatchObject({ code: 'over_request_rate_limit' })
    expect(refused[0]?.retryAfter).toBeGreaterThanOrEqual(1)
    expect(refused[0]?.retryAfter).toBeLessThanOrEqual(seconds)
    // Nobody else waits for it.
    expect((await call(await someone(), request)).status).not.toBe(429)
  })
})

describe('posts, over two nodes', () => {
  const start = (who: Who & { id: string }, content: string, node: number) =>
    call(
      who,
      {
        path: 'threads',
        body: { title: 'How are gains taxed?', content, author_id: who.id, category_id: category },
      },
      node,
    )

  test.each([
    ['15 seconds', 15, '2 days'],
    ['120 seconds on the first day of an account', 120, '1 hour'],
  ])('discussions are %s apart', async (_words, seconds, age) => {
    const who = await member()
    await sql`
      update public.profiles set created_at = now() - ${age}::interval where id = ${who.id}`
    const both = await Promise.all([0, 1].map((node) => start(who, `<p>Question of node ${node}</p>`, node)))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 429])
    const refused = both.find(({ status }) => status === 429)
    expect(refused?.body.code).toBe('PT429')
    expect(refused?.retryAfter).toBeGreaterThan(seconds - 5)
    expect(refused?.retryAfter).toBeLessThanOrEqual(seconds)
  })

  test.each([
    ['5 seconds', 5, '2 days'],
    ['30 seconds on the first day of an account', 30, '1 hour'],
  ])('replies are %s apart', async (_words, seconds, age) => {
    const who = await member()
    expect((await start(who, '<p>Where do I answer?</p>', 0)).status).toBe(201)
    const [thread] = await sql`select id from public.threads where author_id = ${who.id}`
    await sql`update public.profiles set created_at = now() - ${age}::interval where id = ${who.id}`
    const reply = (node: number) => {
      const body = { content: `<p>Answer of node ${node}</p>`, author_id: who.id, thread_id: thread?.id }
      return call(who, { path: 'replies', body }, node)
    }
    const both = await Promise.all([0, 1].map(reply))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 429])
    const refused = both.find(({ status }) => status === 429)
    expect(refused?.retryAfter).toBeGreaterThanOrEqual(1)
    expect(refused?.retryAfter).toBeLessThanOrEqual(seconds)
  })

  test('the same text within five minutes is refused, and one more than the day’s maximum', async () => {
    const who = await member()
    const ago = (seconds: number) =>
      sql`update public.threads set created_at = created_at - make_interval(secs => ${seconds})
        where author_id = ${who.id}`
    expect((await start(who, '<p>Buy this share now</p>', 0)).status).toBe(201)
    await ago(60)
    const again = await start(who, '<p>Buy this share now</p>', 1)
    expect([again.status, again.retryAfter]).toEqual([429, 300])
    await sql`update public.site_settings set max_posts_per_day = 1`
    const more = await start(who, '<p>Something else</p>', 1)
    expect([more.status, more.retryAfter]).toEqual([429, HOUR])
  })
})
