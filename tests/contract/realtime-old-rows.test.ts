// Old rows of tables with `replica identity full`, and keys of several columns, over a foreign database (npm run api).
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { listening } from '../support/channels.ts'
import { startServer, type TestServer } from '../support/server.ts'

let host: TestServer
let api: TestServer
let sql: postgres.Sql
const clients: SupabaseClient[] = []

beforeAll(async () => {
  host = await startServer()
  const address = new URL(host.adminDatabaseUrl)
  const folder = address.searchParams.get('host') ?? ''
  const connect = (name: string) =>
    postgres(`postgres://postgres@localhost/${name}`, { host: folder, max: 1, onnotice: () => undefined })
  const owner = connect('arthachowk')
  await owner`create database chats`
  await owner.end()
  address.pathname = '/chats'
  api = await startServer({ DATABASE_URL: address.href }, { entry: 'api' })
  sql = connect('chats')
  await sql
    .unsafe(`
      create table public.messages (
        id bigint generated always as identity primary key, room int, body text, price numeric, seen timestamptz, pin text,
        hidden boolean not null default false);
      alter table public.messages replica identity full;
      alter table public.messages enable row level security;
      create policy shown on public.messages for select using (not hidden);
      revoke select on public.messages from anon;
      grant select (id, room, body, price, seen, hidden) on public.messages to anon;

      create table public.open_notes (id int primary key, room int, body text, pin text);
      alter table public.open_notes replica identity full;
      revoke select on public.open_notes from anon;
      grant select (id, room, body) on public.open_notes to anon;

      create table public.reads (room int, member uuid, "at what" timestamptz not null, primary key (room, member));
      alter publication supabase_realtime add table public.messages, public.open_notes, public.reads`)
    .simple()
  // What is published is read once a second.
  const subscribed = async () => {
    const client = createClient(api.url, api.publishableKey)
    const all = { event: '*', schema: 'public', table: 'reads' } as const
    const { message } = await listening(client.channel('known').on('postgres_changes', all, () => undefined))
    await client.realtime.disconnect()
    return message
  }
  await vi.waitFor(async () => expect(await subscribed()).toContain('Subscribed'), { timeout: 10_000 })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
})
afterAll(async () => {
  await sql?.end()
  await api?.stop()
  await host?.stop()
})

type Told = [string, Record<string, unknown>, Record<string, unknown>]

/** What a guest, or the holder of `key`, is told on one channel, by binding. */
async function told(
  wishes: { table: string; event?: '*' | 'DELETE'; filter?: string; select?: string[] }[],
  key = api.publishableKey,
): Promise<Told[][]> {
  const client = createClient(api.url, key)
  clients.push(client)
  const channel = client.channel('changes')
  const heard = wishes.map((wish) => {
    const got: Told[] = []
    channel.on(
      'postgres_changes',
      { event: '*' as const, schema: 'public', ...(wish as object) },
      ({ eventType, new: now, old }) => got.push([eventType, now, old]),
    )
    return got
  })
  expect((await listening(channel)).message).toContain('Subscribed')
  return heard
}

const insert = async (row: Record<string, unknown>): Promise<string> => {
  const [made] = await sql<{ id: string }[]>`insert into public.messages ${sql(row)} returning id`
  return made?.id ?? ''
}

describe('of a table with `replica identity full` and policies', () => {
  test('an update brings the whole old row, but for columns that the role may not read', async () => {
    const [all = []] = await told([{ table: 'messages' }])
    const id = Number(await insert({ room: 1, body: 'one', price: '0.1000000000000000001', pin: 'secret' }))
    await expect.poll(() => all.length).toBe(1)
    await sql`update public.messages set body = 'two', seen = '2026-01-01T00:00:00Z' where id = ${id}`
    await expect.poll(() => all.length).toBe(2)
    const [, update] = all
    expect(update?.[1]).toMatchObject({ id, body: 'two' })
    expect(update?.[2]).toEqual({ id, room: 1, body: 'one', price: 0.1, seen: null, hidden: false })
    expect(JSON.stringify(all)).not.toContain('secret')
  })

  test('the secret key reads every column of it', async () => {
    const [all = []] = await told([{ table: 'messages' }], api.secretKey)
    const id = Number(await insert({ room: 1, body: 'one', pin: 'secret' }))
    await expect.poll(() => all.length).toBe(1)
    await sql`update public.messages set pin = 'other' where id = ${id}`
    await expect.poll(() => all.length).toBe(2)
    expect(all[1]?.[2]).toMatchObject({ id, pin: 'secret' })
  })

  test('an update of a row that the policies hide brings nothing', async () => {
    const [all = []] = await told([{ table: 'messages' }])
    const id = Number(await insert({ room: 1, body: 'shown' }))
    await expect.poll(() => all.length).toBe(1)
    await sql`update public.messages set hidden = true, body = 'not shown' where id = ${id}`
    await sql`update public.messages set body = 'still not' where id = ${id}`
    const marker = Number(await insert({ room: 1, body: 'marker' }))
    await expect.poll(() => all.at(-1)?.[1]).toMatchObject({ id: marker })
    expect(all.map(([type, row]) => [type, row.body])).toEqual([
      ['INSERT', 'shown'],
      ['INSERT', 'marker'],
    ])
  })

  test('a deletion is told to filters on any readable column, with the key alone', async () => {
    const [all = [], one = [], two = [], late = []] = await told([
      { table: 'messages', event: 'DELETE' },
      { table: 'messages', event: 'DELETE', filter: 'room=eq.7' },
      { table: 'messages', event: 'DELETE', filter: 'room=eq.8' },
      { table: 'messages', event: 'DELETE', filter: 'seen=gte.2026-01-01T05:30:00+05:30,price=lt.2' },
    ])
    const first = Number(await insert({ room: 7, body: 'one', price: 1.5, seen: '2026-01-01T00:00:00Z' }))
    const other = Number(await insert({ room: 8, body: 'two', price: 2.5, seen: '2026-01-01T00:00:00Z' }))
    await sql`delete from public.messages where id in (${first}, ${other})`
    await expect.poll(() => all.length).toBe(2)
    expect(all.map(([, , old]) => old)).toEqual([{ id: first }, { id: other }])
    expect(one).toEqual([['DELETE', {}, { id: first }]])
    expect(two).toEqual([['DELETE', {}, { id: other }]])
    expect(late).toEqual([['DELETE', {}, { id: first }]])
  })

  test('a column that was taken from a role meanwhile is neither sent nor compared', async () => {
    const [all = [], filtered = []] = await told([
      { table: 'messages' },
      { table: 'messages', event: 'DELETE', filter: 'room=eq.9' },
    ])
    const id = Number(await insert({ room: 9, body: 'one', price: 1 }))
    await expect.poll(() => all.length).toBe(1)
    // A statement of the server reads the columns that it knows of, so only the deletion is told now.
    await sql`revoke select (room) on public.messages from anon`
    await sql`delete from public.messages where id = ${id}`
    await expect.poll(() => all.length).toBe(2)
    await sql`grant select (room) on public.messages to anon`
    const next = Number(await insert({ room: 9, body: 'two' }))
    await sql`delete from public.messages where id = ${next}`
    await expect.poll(() => filtered.length).toBe(1)
    expect(filtered).toEqual([['DELETE', {}, { id: next }]])
  })

  test('values over 64 bytes are left out of an old row of more than 64 KiB', async () => {
    const [all = []] = await told([{ table: 'messages' }])
    const id = Number(await insert({ room: 1, body: 'x'.repeat(70_000) }))
    await expect.poll(() => all.length).toBe(1)
    await sql`update public.messages set body = 'short' where id = ${id}`
    await expect.poll(() => all.length).toBe(2)
    expect(all[1]?.[2]).toEqual({ id, room: 1, price: null, seen: null, hidden: false })
  })
})

test('of such a table without policies a deletion brings the whole row that the role may read', async () => {
  const [all = [], chosen = []] = await told([
    { table: 'open_notes' },
    { table: 'open_notes', event: 'DELETE', select: ['body'] },
  ])
  await sql`insert into public.open_notes values (1, 2, 'words', 'secret')`
  await expect.poll(() => all.length).toBe(1)
  await sql`delete from public.open_notes`
  await expect.poll(() => all.length).toBe(2)
  expect(all[1]).toEqual(['DELETE', {}, { id: 1, room: 2, body: 'words' }])
  expect(chosen).toEqual([['DELETE', {}, { id: 1, body: 'words' }]])
})

test('a table whose key has two columns is told of by both, also to filters on them', async () => {
  const [all = [], filtered = []] = await told([
    { table: 'reads' },
    { table: 'reads', filter: 'member=eq.00000000-0000-4000-8000-000000000001' },
  ])
  const key = { room: 1, member: '00000000-0000-4000-8000-000000000001' }
  const other = { room: 1, member: '00000000-0000-4000-8000-000000000002' }
  await sql`insert into public.reads values ${sql([
    [key.room, key.member, '2026-01-01T00:00:00Z'],
    [other.room, other.member, '2026-01-01T00:00:00Z'],
  ])}`
  await expect.poll(() => all.length).toBe(2)
  await sql`update public.reads set "at what" = '2026-01-02T00:00:00Z' where member = ${key.member}`
  await expect.poll(() => all.length).toBe(3)
  await sql`delete from public.reads`
  await expect.poll(() => all.length).toBe(5)
  const rows = (list: Told[]) => list.map(([type, now, old]) => [type, now['at what'], now.member, old])
  const [first, second] = ['2026-01-01T00:00:00+00:00', '2026-01-02T00:00:00+00:00']
  expect(rows(filtered)).toEqual([
    ['INSERT', first, key.member, {}],
    ['UPDATE', second, key.member, key],
    ['DELETE', undefined, undefined, key],
  ])
  expect(all.map(([type]) => type)).toEqual(['INSERT', 'INSERT', 'UPDATE', 'DELETE', 'DELETE'])
  expect(all.flatMap(([type, , old]) => (type === 'DELETE' ? [old] : []))).toEqual(
    expect.arrayContaining([key, other]),
  )
})

test('old rows are read by no role, and go with the log', async () => {
  const id = await insert({ room: 1, body: 'one' })
  await sql`update public.messages set body = 'two' where id = ${id}`
  const count = async () => (await sql`select count(*)::int as n from realtime.old_rows`)[0]?.n
  expect(await count()).toBeGreaterThan(0)
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const read = sql.begin(async (tx) => {
      await tx.unsafe(`set local role ${role}`)
      return tx`select * from realtime.old_rows`
    })
    await expect(read, role).rejects.toThrow('permission denied')
  }
  for (const role of ['anon', 'authenticated']) {
    const read = sql.begin(async (tx) => {
      await tx.unsafe(`set local role ${role}`)
      return tx`select * from realtime.old_rows_of(array[1]::bigint[])`
    })
    await expect(read, role).rejects.toThrow('permission denied')
  }
  await sql`update realtime.changes set at = now() - interval '2 hours'`
  await sql`select realtime.prune_changes()`
  expect(await count()).toBe(0)
})
