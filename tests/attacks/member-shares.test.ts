// One member's slow reads hold up nobody else: each account has few statements at a time, and a read ends early.
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newMember, openDatabase } from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

const FLOOD = 24

let server: TestServer
let sql: postgres.Sql

beforeAll(async () => {
  server = await sharedServer()
  sql = openDatabase(server)
  // Takes as long as a read of a large table would.
  await sql.unsafe(`
    create function public.read_slowly(seconds float8) returns float8 language plpgsql stable as $$
    begin perform pg_sleep(seconds); return seconds; end $$;
    create function public.write_slowly(seconds float8) returns float8 language plpgsql as $$
    begin perform pg_sleep(seconds); return seconds; end $$;
    grant execute on function public.read_slowly(float8), public.write_slowly(float8) to authenticated;
    notify pgrst, 'reload schema'`)
})
afterAll(async () => {
  await sql?.end()
  await server?.stop()
})

const ask = (path: string, token?: string) =>
  fetch(`${server.url}/rest/v1/${path}`, {
    headers: {
      apikey: server.publishableKey,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  })

test('while one member’s reads fill their share, other members and guests are answered', async () => {
  const [flood, other] = [await newMember(server), await newMember(server)]
  await expect.poll(async () => (await ask('rpc/read_slowly?seconds=0', flood.access_token)).status).toBe(200)
  const isSettled = { value: false }
  const slow = Promise.all(
    Array.from(
      { length: FLOOD },
      async () => (await ask('rpc/read_slowly?seconds=1', flood.access_token)).status,
    ),
  ).finally(() => {
    isSettled.value = true
  })
  const running = () =>
    sql`select from pg_stat_activity where query like '%read_slowly%' and state = 'active' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await running()).length).toBe(3)
  const statuses: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    statuses.push((await ask('threads?select=id&limit=1', other.access_token)).status)
    statuses.push((await ask('threads?select=id&limit=1')).status)
    expect((await running()).length).toBeLessThanOrEqual(3)
  }
  expect(isSettled.value, 'the flood is still there').toBe(false)
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
  // What did not get a connection in time is told so.
  expect(new Set(await slow)).toEqual(new Set([200, 504]))
})

test('a member’s read ends after two seconds, and a write may take longer', async () => {
  const { access_token } = await newMember(server)
  const read = await ask('rpc/read_slowly?seconds=5', access_token)
  expect([read.status, await read.json()]).toMatchObject([500, { code: '57014' }])
  const write = await fetch(`${server.url}/rest/v1/rpc/write_slowly`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    },
    body: '{"seconds": 2.5}',
  })
  expect(write.status).toBe(200)
})
