// The order of a request's stations: nothing is read or sanitised before it is admitted. The tables are this file's own,
// and their sanitizer counts what it is given.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { openListenClient, openPool } from '../database/database.ts'
import { Listener } from '../database/listener.ts'
import { poolUrl, preparePoolRole } from '../database/pool-role.ts'
import { withLargestBody } from '../http/route-cost.ts'
import { createLog } from '../log.ts'
import { guest, type Viewer } from '../viewer.ts'
import type { Admit } from './planned-request.ts'
import { MAX_BODY_BYTES } from './receive.ts'
import { createRest, type Rest } from './rest.ts'
import { REST_DEFAULTS } from './settings.ts'

const SECRET = 'a secret of thirty-two characters'
let database: TestDatabase
let pool: ReturnType<typeof openPool>
let listener: Listener
let rest: Rest
/** What the sanitizer was given. */
let cleaned: string[] = []

beforeAll(async () => {
  database = await startDatabase()
  await database.sql.unsafe(`
    create table public.lib_posts (
      id int primary key,
      content text constraint lib_posts_content_length check (char_length(content) <= 10),
      score numeric
    );
    create table public.lib_later (id int primary key, content text);
    create view public.lib_view as select id from public.lib_posts;
    revoke all on public.lib_posts, public.lib_later, public.lib_view from anon, authenticated, service_role;
    grant select on public.lib_posts, public.lib_later to anon, authenticated;
    grant insert (id, content, score), update (content), delete on public.lib_posts to authenticated;
    create function public.lib_secret(word text) returns text language sql as 'select word';
    create function public.lib_open(word text) returns text language sql as 'select word';
    revoke execute on function public.lib_secret, public.lib_open from public, anon, authenticated, service_role;
    grant execute on function public.lib_open to anon;
    grant execute on function public.lib_secret to authenticated;
  `)
  await preparePoolRole(database.sql, database.ownerUrl, SECRET)
  const url = poolUrl(database.ownerUrl, SECRET)
  pool = openPool(url, 2)
  listener = new Listener((events) => openListenClient(url, events), createLog('silent'))
  const clean = async (html: string) => {
    cleaned.push(html)
    return html.replaceAll('<b>', '')
  }
  const content = { clean, mostCharacters: 10, constraint: 'lib_posts_content_length' }
  rest = await createRest({
    db: { pool, listener, ownerUrl: database.ownerUrl, close: async () => undefined },
    settings: REST_DEFAULTS,
    sanitizers: { lib_posts: { content }, lib_later: { content } },
    groupedCalls: {},
    log: createLog('silent'),
  })
})
afterAll(async () => {
  await listener.stop()
  await pool.end({ timeout: 1 })
  await database.stop()
})
beforeEach(async () => {
  cleaned = []
  await database.sql`truncate lib_posts`
})

const GUEST = guest('127.0.0.1')
const MEMBER: Viewer = { ...GUEST, role: 'authenticated', claims: { role: 'authenticated' } }

type Asked = { viewer?: Viewer; method?: string; body?: BodyInit; admit?: Admit; prefer?: string }

async function ask(path: string, { viewer = MEMBER, method = 'POST', body, admit, prefer }: Asked) {
  const headers = { 'content-type': 'application/json', ...(prefer ? { prefer } : {}) }
  const init = { method, headers, duplex: 'half', ...(body === undefined ? {} : { body }) } as RequestInit
  const response = await rest.fetch(
    withLargestBody(new Request(`http://site/rest/v1/${path}`, init), MAX_BODY_BYTES),
    viewer,
    admit,
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) }
}

/** A body that never ends, and counts how often it was asked for more. */
function endless() {
  const asked = { times: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: () => {
        asked.times += 1
        return new Promise(() => undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return { asked, body }
}

const denied = (object: string) => ({
  code: '42501',
  details: null,
  hint: null,
  message: `permission denied for ${object}`,
})

describe('without the privilege', () => {
  it.each([
    ['POST', 'lib_posts', 'table lib_posts'],
    ['POST', 'lib_posts?on_conflict=id', 'table lib_posts'],
    ['PATCH', 'lib_posts?id=eq.1', 'table lib_posts'],
    ['PUT', 'lib_posts?id=eq.1', 'table lib_posts'],
    ['POST', 'lib_view', 'view lib_view'],
    ['POST', 'rpc/lib_secret', 'function lib_secret'],
  ])('a guest’s %s to %s is refused before its body is read', async (method, path, object) => {
    const { asked, body } = endless()
    const { status, headers, json } = await ask(path, { viewer: GUEST, method, body })
    expect([status, json]).toEqual([401, denied(object)])
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect([asked.times, cleaned]).toEqual([0, []])
  })

  it('the refusal is word for word PostgreSQL’s own', async () => {
    for (const [statement, path, method] of [
      [`insert into lib_posts values (1)`, 'lib_posts', 'POST'],
      [`update lib_posts set content = ''`, 'lib_posts?id=eq.1', 'PATCH'],
      [`delete from lib_posts`, 'lib_posts?id=eq.1', 'DELETE'],
      [`insert into lib_view values (1)`, 'lib_view', 'POST'],
      [`select lib_secret('x')`, 'rpc/lib_secret', 'POST'],
    ] as const) {
      const own = await database.sql
        .begin(async (sql) => {
          await sql.unsafe('set local role anon')
          await sql.unsafe(statement)
        })
        .catch((error: Error & { code: string }) => error)
      const body = method === 'DELETE' ? undefined : '{}'
      const { json } = await ask(path, { viewer: GUEST, method, ...(body ? { body } : {}) })
      expect(json, path).toEqual({
        code: (own as { code: string }).code,
        message: (own as Error).message,
        details: null,
        hint: null,
      })
    }
  })

  it('a member is told 403, and a role with the privilege for some columns is admitted', async () => {
    const { asked, body } = endless()
    expect(await ask('lib_view', { body })).toMatchObject({ status: 403, json: denied('view lib_view') })
    expect(asked.times).toBe(0)
    expect((await ask('lib_posts', { body: '{"id":1,"content":"hi"}' })).status).toBe(201)
    expect((await ask('lib_posts?id=eq.1', { method: 'PATCH', body: '{"content":"ho"}' })).status).toBe(204)
    expect((await ask('rpc/lib_secret', { body: '{"word":"x"}' })).json).toBe('x')
    expect((await ask('rpc/lib_open', { viewer: GUEST, body: '{"word":"x"}' })).json).toBe('x')
  })

  it('a function of an unknown name is unknown, whoever asks', async () => {
    const { status, json } = await ask('rpc/lib_none', { viewer: GUEST, body: '{"a":1}' })
    expect([status, json.code]).toEqual([404, 'PGRST202'])
  })

  it('a GRANT that nobody announced counts at once, and the catalog learns of it', async () => {
    const row = { viewer: GUEST, body: '{"id":1,"content":"hi"}' }
    expect((await ask('lib_later', row)).status).toBe(401)
    await database.sql`grant insert on lib_later to anon`
    await database.sql`create table lib_unannounced (id int primary key)`
    expect((await ask('lib_unannounced', { method: 'DELETE' })).status).toBe(404)
    expect((await ask('lib_later', row)).status).toBe(201)
    expect(cleaned).toEqual(['hi'])
    await expect
      .poll(async () => (await ask('lib_unannounced', { method: 'DELETE' })).status, { timeout: 5_000 })
      .not.toBe(404)
    // A REVOKE leaves an outdated yes, which PostgreSQL itself answers.
    await rest.reload()
    await database.sql`revoke insert on lib_later from anon`
    expect(await ask('lib_later', row)).toMatchObject({ status: 401, json: denied('table lib_later') })
  })
})

describe('with the privilege', () => {
  const full: Admit = async () => Response.json({ code: 'over_request_rate_limit' }, { status: 429 })

  it('a request over its limit is refused before anything is sanitised', async () => {
    const body = JSON.stringify([
      { id: 1, content: 'one' },
      { id: 2, content: 'two' },
    ])
    const rows: number[] = []
    const admit: Admit = async (work) => {
      rows.push(work.rows)
      return work.rows > 1 ? full(work) : null
    }
    expect((await ask('lib_posts', { body, admit })).status).toBe(429)
    expect([rows, cleaned]).toEqual([[2], []])
    expect((await ask('lib_posts', { body: '{"id":1,"content":"one"}', admit })).status).toBe(201)
    expect([rows, cleaned]).toEqual([[2, 1], ['one']])
  })

  it('a text that is too long is refused by its constraint before it is sanitised, and counts as nothing', async () => {
    const counted: unknown[] = []
    const admit: Admit = async (work) => {
      counted.push(work)
      return null
    }
    const rows = [
      { id: 1, content: 'short' },
      { id: 2, content: 'more than ten' },
    ]
    const early = await ask('lib_posts', { body: JSON.stringify(rows), admit })
    expect([early.status, cleaned, counted]).toEqual([400, [], []])
    const own = await database.sql`insert into lib_posts values (2, 'more than ten')`.catch((error) => error)
    expect(early.json).toEqual({ code: own.code, message: own.message, details: null, hint: null })
    expect(await database.sql`select from lib_posts`).toHaveLength(0)
  })

  it.each([
    ['ten characters of two units each', '😀'.repeat(10), 201],
    ['eleven of them', '😀'.repeat(11), 400],
    ['ten letters', 'a'.repeat(10), 201],
    ['eleven letters', 'a'.repeat(11), 400],
    ['a list whose text is too long', ['aaaaa', 'bbbbb'], 400],
    ['a list', ['a'], 201],
    ['nothing', null, 201],
  ])('characters are counted as the database counts them: %s', async (_, content, status) => {
    expect((await ask('lib_posts', { body: JSON.stringify({ id: 1, content }) })).status).toBe(status)
    expect(cleaned).toHaveLength(status === 201 && content !== null ? 1 : 0)
  })

  it('an unknown column, a missing condition and a broken row are refused before anything is sanitised', async () => {
    expect((await ask('lib_posts', { body: '{"id":1,"content":"hi","x":1}' })).json.code).toBe('PGRST204')
    expect((await ask('lib_posts', { method: 'PATCH', body: '{"content":"hi"}' })).json.code).toBe('21000')
    expect((await ask('lib_posts', { body: '[{"id":1,"content":"hi"},{"id":2}]' })).json.code).toBe(
      'PGRST102',
    )
    expect(cleaned).toEqual([])
  })

  it.each(['[null]', '[1]', '["x"]', '[[]]'])('rows that are none, with columns named: %s', async (body) => {
    expect((await ask('lib_posts?columns=id,content', { body })).status).toBe(400)
    expect((await ask('lib_posts', { body })).status).toBe(400)
  })

  it('what is stored is what the sanitizer made, in every kind of write', async () => {
    const stored = async () =>
      (await database.sql`select content from lib_posts order by id`).map((row) => row.content)
    await ask('lib_posts', { body: '[{"id":1,"content":"<b>a"},{"id":2,"content":null}]' })
    await ask('lib_posts?columns=id,content', { body: '[{"id":3,"content":"<b>b","x":1}]' })
    expect(await stored()).toEqual(['a', null, 'b'])
    await ask('lib_posts?id=eq.1', { method: 'PATCH', body: '{"content":"<b>c"}' })
    await ask('lib_posts?id=eq.3', { method: 'PATCH', body: '{"content":"d"}', prefer: 'missing=default' })
    expect(await stored()).toEqual(['c', null, 'd'])
    await ask('lib_posts', { body: '[{"id":4,"content":["<b>"]}]' })
    expect((await stored()).at(-1), 'where it hides in a list').toBe('[""]')
  })

  it('numbers keep all their digits where nothing is sanitised, and a column that is not written is not', async () => {
    const number = '12345678901234567890.123456789'
    await ask('lib_posts', { body: `{"id":1,"score":${number}}` })
    const rows = '[{"id":2,"content":"more than ten"}]'
    expect((await ask('lib_posts?columns=id', { body: rows })).status).toBe(201)
    expect(cleaned).toEqual([])
    const [first, second] = await database.sql`select score::text, content from lib_posts order by id`
    expect([first?.score, second?.content]).toEqual([number, null])
  })
})
