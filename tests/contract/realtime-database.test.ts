// Broadcasts from SQL: realtime.send() and its relatives, from a trigger, under the policies of private channels.
import type { RealtimeChannel } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Client, channelClient, joined } from '../support/channels.ts'
import { newMember, openDatabase } from '../support/identity.ts'
import { askRest } from '../support/library.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let sql: postgres.Sql
const clients: Client[] = []

beforeAll(async () => {
  server = await startServer()
  sql = openDatabase(server)
  await sql
    .unsafe(`
      create table public.told_notes (id int primary key, words text);
      grant select, insert, update, delete on public.told_notes to anon;
      create function public.tell_of_note() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        perform realtime.broadcast_changes(
          'notes', tg_op, tg_op, tg_table_name, tg_table_schema, new, old, tg_level);
        return null;
      end $$;
      create trigger tell after insert or update or delete on public.told_notes
        for each row execute function public.tell_of_note();
      create function public.told_by_guest(topic text, announced text) returns void language plpgsql volatile as $$
      begin
        perform set_config('realtime.topic', announced, true);
        perform realtime.send('{"forged":true}', 'forged', topic);
      end $$;
      create function public.told_beside(topic text, announced text) returns void language plpgsql volatile as $$
      begin
        perform set_config('realtime.topic', announced, true);
        insert into realtime.messages (topic, event, payload, private, extension)
        values (topic, 'forged', '{}', true, 'broadcast');
      end $$;
      grant execute on function public.told_by_guest(text, text), public.told_beside(text, text) to anon, authenticated;
      create policy notes_receive on realtime.messages for select to anon, authenticated
        using (realtime.topic() = 'notes');
      notify pgrst, 'reload schema';
    `)
    .simple()
  await vi.waitFor(async () => expect((await askRest(server, 'told_notes', {})).status).toBe(200), 5_000)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
})
afterAll(async () => {
  await sql?.end()
  await server?.stop()
})

type Message = { event: string; payload: unknown }

async function channel(
  topic: string,
  config: Parameters<Client['channel']>[1] = { config: {} },
  token?: string,
): Promise<{ open: RealtimeChannel; messages: Message[] }> {
  const client = channelClient(server, token ? { token } : {})
  clients.push(client)
  if (token) await client.realtime.setAuth()
  const open = client.channel(topic, config)
  const messages: Message[] = []
  open.on('broadcast', { event: '*' }, ({ event, payload }) => messages.push({ event, payload }))
  expect((await joined(open)).status).toBe('SUBSCRIBED')
  return { open, messages }
}

const ID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const isPrivate = { config: { private: true } }

describe('realtime.send()', () => {
  test('reaches the public channel of the topic, and no private one', async () => {
    const { messages } = await channel('town')
    const { messages: hidden } = await channel('notes', isPrivate)
    await sql`select realtime.send('{"n":1}'::jsonb, 'news', 'town', false)`
    await sql`select realtime.send('{"n":2,"id":"mine"}'::jsonb, 'news', 'town', false)`
    await expect
      .poll(() => messages)
      .toEqual([
        { event: 'news', payload: { n: 1, id: ID } },
        { event: 'news', payload: { n: 2, id: 'mine' } },
      ])
    await sql`select realtime.send('{"n":3}'::jsonb, 'news', 'notes', false)`
    await sql`select realtime.send('{"n":4}'::jsonb, 'news', 'notes')`
    await expect.poll(() => hidden).toEqual([{ event: 'news', payload: { n: 4, id: ID } }])
  })

  test('delivers messages that span several notifications, in order, and none that was rolled back', async () => {
    const { messages } = await channel('town')
    const long = 'ü'.repeat(30_000)
    await sql
      .begin(async (tx) => {
        await tx`select realtime.send('{}'::jsonb, 'undone', 'town', false)`
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await sql`
      select realtime.send(jsonb_build_object('words', ${long}::text), 'long', 'town', false),
        realtime.send('[1]'::jsonb, 'short', 'town', false)`
    await expect
      .poll(() => messages)
      .toEqual([
        { event: 'long', payload: { words: long, id: ID } },
        { event: 'short', payload: [1] },
      ])
    const [left] = await sql`select count(*)::int as count from realtime.messages`
    expect(left?.count).toBe(0)
  })

  test('warns of a message that it cannot send, and does not undo the write', async () => {
    const { messages } = await channel('town')
    await sql`select realtime.send(jsonb_build_object('words', repeat('x', 70000)), 'much', 'town', false)`
    await sql`select realtime.send('{}'::jsonb, '', 'town', false), realtime.send('{}'::jsonb, 'e', repeat('t', 300), false)`
    await sql`select realtime.send(null, 'nothing', 'town', false)`
    await expect.poll(() => messages).toEqual([{ event: 'nothing', payload: null }])
  })

  test('sends bytes as bytes', async () => {
    const { open } = await channel('town')
    const bytes: number[][] = []
    open.on('broadcast', { event: 'raw' }, ({ payload }) => bytes.push([...new Uint8Array(payload)]))
    await sql`select realtime.send_binary('\\x00ff10'::bytea, 'raw', 'town', false)`
    await expect.poll(() => bytes).toEqual([[0, 255, 16]])
  })
})

test('a trigger broadcasts the old and the new row of each change', async () => {
  const { messages } = await channel('notes', isPrivate)
  const ask = (method: string, path: string, body?: string) =>
    askRest(server, path, { method, ...(body ? { body } : {}) })
  expect((await ask('POST', 'told_notes', '{"id":1,"words":"a"}')).status).toBe(201)
  expect((await ask('PATCH', 'told_notes?id=eq.1', '{"words":"b"}')).status).toBe(204)
  expect((await ask('DELETE', 'told_notes?id=eq.1')).status).toBe(204)
  const [a, b] = [
    { id: 1, words: 'a' },
    { id: 1, words: 'b' },
  ]
  const about = { table: 'told_notes', schema: 'public', id: ID }
  await expect
    .poll(() => messages)
    .toEqual([
      { event: 'INSERT', payload: { ...about, operation: 'INSERT', record: a, old_record: null } },
      { event: 'UPDATE', payload: { ...about, operation: 'UPDATE', record: b, old_record: a } },
      { event: 'DELETE', payload: { ...about, operation: 'DELETE', record: null, old_record: b } },
    ])
  await expect(
    sql`select realtime.broadcast_changes('notes', 'x', 'TRUNCATE', 't', 's', null::record, null::record)`,
  ).rejects.toThrow('Unexpected operation type: TRUNCATE')
  await expect(
    sql`select realtime.broadcast_changes('notes', 'x', 'INSERT', 't', 's', null::record, null::record, 'STATEMENT')`,
  ).rejects.toThrow('for each row')
})

test('sends nothing where the policies refuse it, and only to the topic that was checked', async () => {
  const asha = await newMember(server)
  const bala = await newMember(server)
  const topic = `member:${asha.user.id}`
  const { messages } = await channel(topic, isPrivate, asha.access_token)
  const forge = (name: string, token?: string, announced = topic) =>
    askRest(server, `rpc/${name}`, {
      body: JSON.stringify({ topic, announced }),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
  expect((await forge('told_by_guest')).status).toBe(204)
  expect((await forge('told_by_guest', bala.access_token)).status).toBe(204)
  const own = `member:${bala.user.id}`
  expect((await forge('told_beside', bala.access_token, own)).json).toMatchObject({
    message: 'the message is for another topic than the one that was judged',
  })
  expect((await forge('told_by_guest', asha.access_token)).status).toBe(204)
  await sql`select realtime.send('{}'::jsonb, 'last', ${topic})`
  await expect.poll(() => messages.at(-1)?.event).toBe('last')
  expect(messages.map(({ event }) => event)).toEqual(['forged', 'last'])
})

test('a channel that asks is told that broadcasts from the database arrive', async () => {
  const client = channelClient(server)
  clients.push(client)
  const open = client.channel('town', { config: { broadcast: { replication_ready: true } } })
  const told: unknown[] = []
  open.on('system', {}, (message) => told.push(message))
  await joined(open)
  await expect
    .poll(() => told)
    .toEqual([
      { message: 'Replication connection established', status: 'ok', extension: 'system', channel: 'town' },
    ])
})

test('ignores foreign notifications on its channel', async () => {
  const { messages } = await channel('town')
  for (const said of [
    'nonsense',
    'a 0 1 bm9uc2Vuc2U=',
    `b 0 1 ${Buffer.from('{"room":"x"}').toString('base64')}`,
  ]) {
    await sql`select pg_notify('realtime_broadcasts', ${said})`
  }
  await sql`select realtime.send('{}'::jsonb, 'after', 'town', false)`
  await expect.poll(() => messages.map(({ event }) => event)).toEqual(['after'])
})
