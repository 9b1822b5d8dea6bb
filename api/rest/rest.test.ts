// The gateway's responses when the database fails: no free connection, no database, a changed schema.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SITE_MIGRATIONS } from '../../server/migrations.ts'
import { copyTemplate, startDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { connect } from '../database/connection.ts'
import { openListenClient, openPool } from '../database/database.ts'
import { startEmbedded } from '../database/embedded.ts'
import { Listener } from '../database/listener.ts'
import { migrate } from '../database/migrate.ts'
import { poolUrl, preparePoolRole } from '../database/pool-role.ts'
import { withLargestBody } from '../http/route-cost.ts'
import { createLog } from '../log.ts'
import { guest } from '../viewer.ts'
import { MAX_BODY_BYTES } from './receive.ts'
import { createRest, type Rest } from './rest.ts'
import { REST_DEFAULTS } from './settings.ts'

let database: TestDatabase
const SECRET = 'a secret of thirty-two characters'
let pool: ReturnType<typeof openPool>
let listener: Listener
let rest: Rest

beforeAll(async () => {
  database = await startDatabase()
  await preparePoolRole(database.sql, database.ownerUrl, SECRET)
  pool = openPool(poolUrl(database.ownerUrl, SECRET), 1)
  const url = poolUrl(database.ownerUrl, SECRET)
  listener = new Listener((events) => openListenClient(url, events), createLog('silent'))
  const db = { pool, listener, ownerUrl: database.ownerUrl, close: async () => undefined }
  rest = await createRest({
    db,
    settings: REST_DEFAULTS,
    sanitizers: {},
    groupedCalls: {},
    log: pino({ level: 'silent' }),
  })
})
afterAll(async () => {
  await listener.stop()
  await pool.end({ timeout: 1 })
})

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await rest.fetch(
    withLargestBody(new Request(`http://site/rest/v1/${path}`, init), MAX_BODY_BYTES),
    guest('127.0.0.1'),
  )
  const text = await response.text()
  return { status: response.status, json: text === '' ? null : JSON.parse(text) }
}

it('notices a table that is made, and a column that is added, without a restart', async () => {
  expect((await ask('lib_new')).json.code).toBe('PGRST205')
  await database.sql.unsafe(
    'create table public.lib_new (id int primary key); grant all on public.lib_new to anon',
  )
  await rest.reload()
  expect(await ask('lib_new')).toEqual({ status: 200, json: [] })
  await database.sql.unsafe('alter table public.lib_new add column extra int')
  const body = '{"id":1,"extra":2}'
  const headers = { 'content-type': 'application/json', prefer: 'return=representation' }
  expect((await ask('lib_new', { method: 'POST', body, headers })).json.code).toBe('PGRST204')
  await database.sql.unsafe(`notify pgrst, 'reload schema'`)
  await expect
    .poll(() => ask('lib_new', { method: 'POST', body, headers }), { timeout: 5_000 })
    .toEqual({
      status: 201,
      json: [{ id: 1, extra: 2 }],
    })
  expect((await ask('lib_new')).json).toEqual([{ id: 1, extra: 2 }])
})

it('does not wait longer than two seconds for a free connection', async () => {
  const held = await pool.reserve()
  const start = performance.now()
  const { status, json } = await ask('forum_categories')
  held.release()
  expect([status, json]).toEqual([
    504,
    {
      code: 'PGRST003',
      details: null,
      hint: null,
      message: 'Timed out acquiring connection from connection pool.',
    },
  ])
  // The connection was held all this time: without the limit there would be no response.
  const waited = performance.now() - start
  expect(waited).toBeGreaterThan(1_500)
  expect(waited).toBeLessThan(20_000)
  expect((await ask('forum_categories')).status).toBe(200)
}, 30_000)

it('leaves nothing of one request to the next on the same connection', async () => {
  await database.sql.unsafe(`
    create function public.lib_leave() returns void language sql volatile as
      $$ select set_config('response.status', '202', true), set_config('pgrst.inserted', '5', true) $$;
    create function public.lib_who() returns text language sql stable as $$ select current_user::text $$;
  `)
  await rest.reload()
  expect((await ask('rpc/lib_leave', { method: 'POST' })).status).toBe(202)
  expect(await ask('rpc/lib_who')).toEqual({ status: 200, json: 'anon' })
})

it('limits the prepared statements of a connection, for any requests', async () => {
  // With one connection, its backend shows all prepared statements.
  const heldNow = async () => {
    const [row] =
      await pool`select count(*)::int as held, pg_backend_pid() as pid from pg_prepared_statements`
    return row as { held: number; pid: number }
  }
  const shape = (n: number) => `forum_categories?select=id,c${n}:name`
  const { pid } = await heldNow()
  let most = 0
  for (let n = 0; n < 520; n += 1) {
    expect((await ask(shape(n))).status).toBe(200)
    expect((await ask(shape(n))).status).toBe(200)
    if (n % 40 === 0) most = Math.max(most, (await heldNow()).held)
  }
  expect(most, 'statements that come twice are prepared').toBeGreaterThan(300)
  const after = await heldNow()
  expect(after.pid, 'a connection that prepared too much was replaced').not.toBe(pid)
  expect(after.held).toBeLessThan(100)
  // The first statement was evicted long ago, and is prepared again.
  await ask(shape(0))
  await ask(shape(0))
  expect((await heldNow()).held).toBeGreaterThan(after.held)
}, 60_000)

it('says that the database is gone, and comes back with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-gone-'))
  copyTemplate(folder)
  let embedded = await startEmbedded(folder, createLog('silent'))
  const prepare = async (statement: string) => {
    const owner = connect(embedded.ownerUrl, { max: 1 })
    await migrate(owner, SITE_MIGRATIONS)
    await preparePoolRole(owner, embedded.ownerUrl, SECRET)
    await owner.unsafe(statement).simple()
    await owner.end()
  }
  await prepare('create function public.lib_sleep() returns void language sql as $$ select pg_sleep(9) $$')
  const url = poolUrl(embedded.ownerUrl, SECRET)
  const own = openPool(url, 2)
  const ownListener = new Listener((events) => openListenClient(url, events), createLog('silent'))
  const db = {
    pool: own,
    listener: ownListener,
    ownerUrl: embedded.ownerUrl,
    close: async () => undefined,
  }
  const gateway = await createRest({
    db,
    settings: REST_DEFAULTS,
    sanitizers: {},
    groupedCalls: {},
    log: pino({ level: 'silent' }),
  })
  const get = async (path: string, method = 'GET') => {
    const request = withLargestBody(new Request(`http://site/rest/v1/${path}`, { method }), MAX_BODY_BYTES)
    const response = await gateway.fetch(request, service)
    return { status: response.status, code: (await response.json().catch(() => null))?.code }
  }
  const service = { ...guest('127.0.0.1'), role: 'service_role' as const, claims: { role: 'service_role' } }
  expect((await get('forum_categories')).status).toBe(200)
  // One request is in progress at that moment, and its connection breaks.
  const interrupted = get('rpc/lib_sleep', 'POST')
  const owner = connect(embedded.ownerUrl, { max: 1 })
  const running = () =>
    owner`select from pg_stat_activity where state = 'active' and query like '%lib_sleep%' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await running()).length, { timeout: 10_000 }).toBe(1)
  await owner.end()
  await embedded.stop()
  expect(await interrupted).toEqual({ status: 503, code: 'PGRST001' })
  expect(await get('forum_categories')).toMatchObject({ status: 503 })
  embedded = await startEmbedded(folder, createLog('silent'))
  await expect.poll(async () => (await get('forum_categories')).status, { timeout: 10_000 }).toBe(200)
  // Every connection can be used again, the broken one included.
  const answers = await Promise.all(Array.from({ length: 8 }, () => get('forum_categories')))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  // Changes made while nothing listened are known, and later ones are announced.
  await prepare('create table public.lib_after (id int primary key)')
  const announce = () => prepare(`notify pgrst, 'reload schema'`)
  await expect
    .poll(async () => (await announce().then(() => get('lib_after'))).status, { timeout: 20_000 })
    .toBe(200)
  await own.end({ timeout: 1 })
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

it('says that the database is gone for good', async () => {
  await database.stop()
  const { status, json } = await ask('forum_categories')
  expect([status, json.code]).toEqual([503, 'PGRST001'])
}, 30_000)
