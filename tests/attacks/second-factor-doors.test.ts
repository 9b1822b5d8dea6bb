// A session that has shown only the password of an account with a second factor, at every API of the server. Each
// refuses in its own contract's shape, without logging a server error.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Bare, bareSocket } from '../support/channels.ts'
import { newEmail, newMember, openDatabase, signIn } from '../support/identity.ts'
import { withFactor } from '../support/second-factor.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer
/** The session that has shown only the password. */
let half: string
/** A session of the same account that has shown both factors. */
let whole: string
let userId: string

beforeAll(async () => {
  server = await sharedServer()
  const email = newEmail()
  const { access_token, user } = await newMember(server, email)
  userId = user.id
  whole = (await withFactor(server, access_token)).session.access_token
  half = (await signIn(server, email)).body.access_token
})

afterAll(async () => {
  await server.stop()
})

type Door = { method?: string; path: string; body?: string; type?: string }

const ask = (token: string, { method = 'GET', path, body, type = 'application/json' }: Door) =>
  fetch(server.url + path, {
    method,
    headers: { apikey: server.publishableKey, authorization: `Bearer ${token}`, 'content-type': type },
    ...(body === undefined ? {} : { body }),
  })

const IN_STORAGE = {
  statusCode: '403',
  code: 'AccessDenied',
  error: 'Unauthorized',
  message: 'insufficient_aal',
}

const DOORS: readonly (Door & { refused: [number, object]; allowed: number })[] = [
  ...[
    { path: '/rest/v1/threads?limit=1', allowed: 200 },
    { path: '/rest/v1/rpc/is_admin', allowed: 200 },
    { path: '/rest/v1/bookmarks', method: 'POST', body: '[]', allowed: 201 },
    {
      path: '/rest/v1/bookmarks?thread_id=eq.00000000-0000-4000-8000-000000000000',
      method: 'DELETE',
      allowed: 204,
    },
  ].map((door) => ({
    ...door,
    refused: [403, { code: 'PT403', message: 'insufficient_aal' }] as [number, object],
  })),
  ...[
    { path: '/storage/v1/bucket', allowed: 200 },
    { path: '/storage/v1/object/list/avatars', method: 'POST', body: '{"prefix":""}', allowed: 200 },
    { path: '/storage/v1/object/avatars', method: 'DELETE', body: '{"prefixes":["x"]}', allowed: 200 },
    {
      path: '/storage/v1/object/sign/avatars',
      method: 'POST',
      body: '{"expiresIn":9,"paths":["x"]}',
      allowed: 200,
    },
  ].map((door) => ({ ...door, refused: [400, IN_STORAGE] as [number, object] })),
  {
    path: '/realtime/v1/api/broadcast',
    method: 'POST',
    body: '{"messages":[{"topic":"t","event":"e","payload":{}}]}',
    allowed: 202,
    refused: [403, { message: 'Unauthorized: insufficient_aal' }],
  },
  {
    path: '/realtime/v1/api/broadcast/t/events/e?private=true',
    method: 'POST',
    body: '{}',
    // The full session is refused as well, but for another reason: no policy lets a member write there.
    allowed: 403,
    refused: [403, { message: 'Unauthorized: insufficient_aal' }],
  },
  { path: '/site/v1/health', allowed: 403, refused: [403, { message: 'insufficient_aal' }] },
  { path: '/site/v1/pass', method: 'POST', allowed: 403, refused: [403, { message: 'insufficient_aal' }] },
]

test.each(DOORS)('$path refuses it, and accepts the full session', async ({ refused, allowed, ...door }) => {
  const answer = await ask(half, door)
  expect(answer.status).toBe(refused[0])
  expect(await answer.json()).toMatchObject(refused[1])
  expect((await ask(whole, door)).status).toBe(allowed)
})

test('an upload is refused before a byte of it is stored', async () => {
  const door = { path: `/storage/v1/object/content/${userId}/a.txt`, method: 'POST', body: 'x' }
  const answer = await ask(half, { ...door, type: 'text/plain' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject(IN_STORAGE)
})

async function join(
  token: string,
  topic: string,
  config: object = {},
): Promise<{ bare: Bare; answer: unknown }> {
  const bare = await bareSocket(server)
  bare.say('1', '1', `realtime:${topic}`, 'phx_join', { access_token: token, config })
  return { bare, answer: await bare.answer('1') }
}

const REFUSED = { status: 'error', response: { reason: 'Unauthorized: insufficient_aal' } }

test.each([
  ['a topic', {}],
  ['a private topic', { private: true }],
  ['the changes of a table', { postgres_changes: [{ event: '*', schema: 'public', table: 'threads' }] }],
])('a socket cannot join %s with it', async (_what, config) => {
  const { bare, answer } = await join(half, 'room', config)
  expect(answer).toEqual(REFUSED)
  expect(bare.socket.readyState).toBe(WebSocket.OPEN)
  bare.socket.close()
  const other = await join(whole, 'room', 'private' in config ? {} : config)
  expect(other.answer).toMatchObject({ status: 'ok' })
  other.bare.socket.close()
})

test('a channel that changes to its token closes, with the reason', async () => {
  const { bare } = await join(whole, 'room')
  bare.say('1', null, 'realtime:room', 'access_token', { access_token: half })
  await expect.poll(() => bare.received.at(-1)?.[3]).toBe('phx_close')
  expect(bare.received.at(-2)?.[4]).toMatchObject({ message: 'Unauthorized: insufficient_aal' })
  bare.socket.close()
})

test('an open channel closes at the next delivery after its account gets a second factor', async () => {
  const { access_token: token } = await newMember(server)
  const { bare } = await join(token, 'room', {
    postgres_changes: [{ event: '*', schema: 'public', table: 'forum_categories' }],
  })
  await expect.poll(() => bare.received.at(-1)?.[3]).toBe('system')
  const sql = openDatabase(server)
  // Written directly to the table, because enrolling over the API would end this session as well.
  await sql`
    insert into auth.mfa_factors (user_id, factor_type, status)
    select id, 'totp', 'verified' from auth.users order by created_at desc limit 1`
  await sql`insert into public.forum_categories (name, slug, description) values ('Aal', 'aal', 'MilestoneView to nobody.')`
  await sql.end()
  await expect.poll(() => bare.received.at(-1)?.[3]).toBe('phx_close')
  expect(bare.received.at(-2)?.[4]).toMatchObject({ message: 'Unauthorized: insufficient_aal' })
  bare.socket.close()
})

test('the server logged no error', () => {
  const lines = server.log().filter(({ level, msg }) => level >= 40 && msg !== 'limits.disabled')
  expect(lines).toEqual([])
})
