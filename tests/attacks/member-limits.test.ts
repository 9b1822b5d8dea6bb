// Sends one request more than each community limit allows, each with a spoofed forwarding header. Limits that the process
// counts are tested on one node, limits that the database counts on two.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newEmail, openDatabase, PASSWORD } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

const MINUTE = 60
const HOUR = 3_600

let host: TestServer
let nodes: TestServer[]
let sql: postgres.Sql
let category: string
const folders: string[] = []
let addresses = 0

beforeAll(async () => {
  host = await sharedServer()
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
        RATE_LIMITS: 'on',
        TRUSTED_PROXIES: '127.0.0.1',
        DATA_DIR: folder,
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
  /** The client address that the proxy reports. */
  address: string
  token?: string
}
type Call = { method?: string; path: string; body?: unknown }

const contact = () => ({
  name: 'Asha',
  email: newEmail(),
  subject: 'other',
  message: 'Where do I find the rules of this place?',
})
const subscriber = () => ({ email: newEmail() })

/** The body of call number `i`, for calls whose bodies must differ. */
function bodyOf({ body }: Call, who: Who, i: number): unknown {
  return typeof body === 'function' ? body(who, i) : body
}

async function rowsOf(table: string, column: string, value: string): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`
    select count(*)::int as rows from ${sql(`public.${table}`)} where ${sql(column)} = ${value}`
  return row?.rows ?? -1
}

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
      apikey: server.publishableKey,
      'content-type': 'application/json',
      ...(who.token ? { authorization: `Bearer ${who.token}` } : {}),
      'x-forwarded-for': `${lie}, ${who.address}`,
      forwarded: `for=${lie}`,
      'x-real-ip': lie,
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

/** A member whose account is older than a day. */
async function member(): Promise<Who & { id: string }> {
  const { body } = await ask(host, 'signup', { body: { email: newEmail(), password: PASSWORD } })
  await sql`update public.profiles set created_at = now() - interval '2 days' where id = ${body.user.id}`
  return { address: newAddress(), token: body.access_token, id: body.user.id }
}

/** Creates `count` discussions to vote for. */
async function threads(count: number): Promise<string[]> {
  const { id } = await member()
  const rows = await sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id)
    select 'Question number ' || n, '<p>Who knows this?</p>', ${id}, ${category} from generate_series(1, ${count}) n
    returning id`
  return rows.map((row) => row.id)
}

describe('one more than allowed', () => {
  const message = (_who: Who, i: number) => ({
    message: `Words ${i}`,
    username: 'Night owl',
    is_anonymous: true,
  })

  test.each<[string, number, number, () => Promise<Who> | Who, Call]>([
    ['words of a member in the chat', 5, 5, member, { path: 'chat_messages', body: message }],
    ['words of a guest in the chat', 5, 10, guest, { path: 'chat_messages', body: message }],
    ['searches of a member', 30, MINUTE, member, { method: 'GET', path: 'rpc/search?query=tax' }],
    ['searches in other letters', 30, MINUTE, member, { method: 'GET', path: '%72pc/se%61rch?query=tax' }],
    ['requests of a member', 200, MINUTE, member, { method: 'GET', path: 'forum_categories?select=id' }],
    ['writes of a guest', 50, 10, guest, { path: 'forum_categories' }],
    ['messages to the site', 5, HOUR, guest, { path: 'rpc/send_contact_message', body: contact }],
    ['addresses for the newsletter', 5, HOUR, guest, { path: 'rpc/subscribe_newsletter', body: subscriber }],
  ])('%s: %i, and the next is refused', async (_what, allowed, seconds, someone, request) => {
    const who = await someone()
    const answers = await Promise.all(
      Array.from({ length: allowed + 1 }, (_, i) => call(who, { ...request, body: bodyOf(request, who, i) })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.body).toMatchObject({ code: 'over_request_rate_limit' })
    expect(refused[0]?.retryAfter).toBeGreaterThanOrEqual(1)
    expect(refused[0]?.retryAfter).toBeLessThanOrEqual(seconds)
    // Another caller is not limited.
    const other = await someone()
    expect((await call(other, { ...request, body: bodyOf(request, other, 0) })).status).not.toBe(429)
  })

  test('votes of a member: the 61st is refused', async () => {
    const who = await member()
    const targets = await threads(61)
    const statuses: number[] = []
    // Twenty at once: of more, a busy machine answers some with 503, as it should.
    for (let from = 0; from < targets.length; from += 20)
      statuses.push(
        ...(await Promise.all(
          targets
            .slice(from, from + 20)
            .map((thread_id) => call(who, { path: 'reactions', body: { user_id: who.id, thread_id } })),
        ).then((answers) => answers.map(({ status }) => status))),
      )
    expect(statuses.toSorted()).toEqual([...Array(60).fill(201), 429])
    expect(await rowsOf('reactions', 'user_id', who.id)).toBe(60)
    const { upvotes } = (
      await sql<{ upvotes: number }[]>`
      select sum(upvote_count)::int as upvotes from public.threads where id = any(${targets})`
    )[0] as {
      upvotes: number
    }
    expect(upvotes, 'what was counted').toBe(60)
  })
})

describe('rows are counted, not requests', () => {
  test('a guest’s 200 chat messages in one request are refused', async () => {
    const name = `Owl ${newAddress()}`
    const body = Array.from({ length: 200 }, (_, i) => ({
      message: `Words ${i}`,
      username: name,
      is_anonymous: true,
    }))
    const answer = await call(guest(), { path: 'chat_messages', body })
    expect([answer.status, answer.body.code]).toEqual([429, 'over_request_rate_limit'])
    expect(await rowsOf('chat_messages', 'username', name)).toBe(0)
  })

  const KINDS = [
    ['reactions', 'user_id', 'thread_id'],
    ['bookmarks', 'user_id', 'thread_id'],
    ['thread_subscriptions', 'user_id', 'thread_id'],
  ] as const

  test.each(KINDS)('40 and 40 more %s of a member are stored as 40', async (table, owner, target) => {
    const who = await member()
    const rows = (await threads(80)).map((id) => ({ [owner]: who.id, [target]: id }))
    expect((await call(who, { path: table, body: rows.slice(0, 40) })).status).toBe(201)
    const more = await call(who, { path: table, body: rows.slice(40) })
    expect([more.status, more.body.code]).toEqual([429, 'over_request_rate_limit'])
    expect(await rowsOf(table, owner, who.id)).toBe(40)
  })

  test('over two nodes the database counts, and the error has the time to wait', async () => {
    const who = await member()
    const rows = (await threads(80)).map((thread_id) => ({ user_id: who.id, thread_id }))
    expect((await call(who, { path: 'reactions', body: rows.slice(0, 40) }, 0)).status).toBe(201)
    const more = await call(who, { path: 'reactions', body: rows.slice(40) }, 1)
    expect([more.status, more.body.code]).toEqual([429, 'PT429'])
    expect(more.retryAfter).toBeGreaterThanOrEqual(1)
    expect(more.retryAfter).toBeLessThanOrEqual(MINUTE)
    expect(await rowsOf('reactions', 'user_id', who.id)).toBe(40)
  })

  test('chat messages of one guest over two nodes: 5 in 10 seconds', async () => {
    const who = guest()
    const name = `Owl ${newAddress()}`
    const say = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ message: `${i}`, username: name, is_anonymous: true }))
    expect((await call(who, { path: 'chat_messages', body: say(3) }, 0)).status).toBe(201)
    expect((await call(who, { path: 'chat_messages', body: say(3) }, 1)).body.code).toBe('PT429')
    expect(await rowsOf('chat_messages', 'username', name)).toBe(3)
    expect((await call(guest(), { path: 'chat_messages', body: say(3) }, 1)).status).toBe(201)
  })

  test('reading positions are counted when they are stored and when they move on', async () => {
    const who = await member()
    const ids = await threads(200)
    const asMember = (statement: (transaction: postgres.Sql) => Promise<unknown>) =>
      sql.begin(async (transaction) => {
        await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id, role: 'authenticated' })}, true)`
        await transaction`set local role authenticated`
        await statement(transaction as unknown as postgres.Sql)
      })
    await asMember(
      (transaction) => transaction`
        insert into public.thread_reads (thread_id, read_until) select unnest(${ids}::uuid[]), '2024-01-01'`,
    )
    const readOn = asMember(
      (transaction) => transaction`update public.thread_reads set read_until = '2025-01-01'`,
    )
    await expect(readOn).rejects.toMatchObject({ code: 'PT429' })
  })

  test('follows are counted too, and another path to the table meets the same limit', async () => {
    const who = await member()
    const others = await sql<{ id: string }[]>`
      insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
      select 'f' || n || '@example.com', now(), jsonb_build_object('username', 'followed' || n)
      from generate_series(1, 61) n returning id`
    const follow = (count: number) =>
      sql.begin(async (transaction) => {
        await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id, role: 'authenticated' })}, true)`
        await transaction`set local role authenticated`
        await transaction`
          insert into public.follows (followed_id)
          select unnest(${others.slice(0, count).map(({ id }) => id)}::uuid[])`
      })
    await expect(follow(61)).rejects.toMatchObject({ code: 'PT429' })
    expect(await rowsOf('follows', 'follower_id', who.id)).toBe(0)
    await follow(60)
    expect(await rowsOf('follows', 'follower_id', who.id)).toBe(60)
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

  test('the same text within five minutes is refused, and so is one post more than the day’s maximum', async () => {
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
