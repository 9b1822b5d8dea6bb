// Channels over two processes of one site, with and without Redis: messages reach the clients of the other node, and a
// client that loses its node, or a node that loses its database, misses nothing.
import type { RealtimeChannel } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareSocket, type Client, channelClient, joined, listening } from '../support/channels.ts'
import { openDatabase } from '../support/identity.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe.each(['PostgreSQL alone', 'Redis'] as const)('two nodes with %s', (between) => {
  let redis: TestRedis | null = null
  let one: TestServer
  let other: TestServer
  let sql: postgres.Sql
  const clients: Client[] = []

  beforeAll(async () => {
    if (between === 'Redis') redis = await startRedis()
    const settings = redis ? { REDIS_URL: redis.url } : {}
    one = await startServer(settings)
    other = await startServer({ ...settings, DATABASE_URL: one.adminDatabaseUrl })
    sql = openDatabase(one)
  }, 180_000)
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.realtime.disconnect()))
    await sql.end()
    if (other.process.exitCode === null) await other.stop()
    await one.stop()
    await redis?.stop()
  })

  const at = (
    server: TestServer,
    topic: string,
    config: { presence?: { key: string } } = {},
  ): RealtimeChannel => {
    const client = channelClient(server)
    clients.push(client)
    return client.channel(topic, { config })
  }

  test('a broadcast crosses between the nodes, in order, up to the largest message, as JSON and as bytes', async () => {
    const [here, there] = [at(one, 'far'), at(other, 'far')]
    const got: { event: string; payload: unknown }[] = []
    there.on('broadcast', { event: '*' }, (message) =>
      got.push({ event: message.event, payload: message.payload }),
    )
    await joined(here)
    await joined(there)
    const long = 'रुपया ₹ '.repeat(2_500)
    await here.send({ type: 'broadcast', event: 'short', payload: { n: 1 } })
    await here.send({ type: 'broadcast', event: 'long', payload: { long } })
    await here.send({ type: 'broadcast', event: 'bytes', payload: Uint8Array.from([0, 255]).buffer })
    await expect.poll(() => got.map(({ event }) => event)).toEqual(['short', 'long', 'bytes'])
    expect(got[1]?.payload).toEqual({ long })
    expect(new Uint8Array(got[2]?.payload as ArrayBuffer)).toEqual(Uint8Array.from([0, 255]))
  })

  test('a presence on one node shows on the other, and ends with the socket', async () => {
    const watcher = at(other, 'crowd')
    watcher.on('presence', { event: 'sync' }, () => undefined)
    await joined(watcher)
    const asha = at(one, 'crowd', { presence: { key: 'asha' } })
    await joined(asha)
    await asha.track({ on: 'one' })
    await expect.poll(() => watcher.presenceState()).toMatchObject({ asha: [{ on: 'one' }] })
    const late = at(other, 'crowd')
    late.on('presence', { event: 'sync' }, () => undefined)
    await joined(late)
    await expect.poll(() => Object.keys(late.presenceState())).toEqual(['asha'])
    await asha.socket.disconnect()
    await expect.poll(() => watcher.presenceState()).toEqual({})
  })

  test('a change of a row reaches the subscribers of both nodes', async () => {
    const seen: Record<string, string[]> = { one: [], other: [] }
    for (const [name, server] of [
      ['one', one],
      ['other', other],
    ] as const) {
      const channel = at(server, 'rows')
      channel.on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'forum_categories' },
        (change) => seen[name]?.push(String(change.new.slug)),
      )
      await listening(channel)
    }
    await sql`insert into public.forum_categories (name, slug) values ('Everywhere', 'everywhere')`
    await expect.poll(() => seen).toEqual({ one: ['everywhere'], other: ['everywhere'] })
  })

  test('changes during a lost database connection are delivered once afterwards', async () => {
    const slugs: string[] = []
    const channel = at(one, 'gap')
    channel.on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'forum_categories' },
      (change) => slugs.push(String(change.new.slug)),
    )
    await listening(channel)
    await sql`insert into public.forum_categories (name, slug) values ('Before', 'before')`
    await expect.poll(() => slugs).toEqual(['before'])
    // In one transaction, so that neither node listens when it commits.
    await sql.begin(async (transaction) => {
      await transaction`
        select pg_terminate_backend(pid) from pg_stat_activity
        where usename like 'authenticator%' and pid <> pg_backend_pid()`
      await transaction`insert into public.forum_categories (name, slug) values ('Meanwhile', 'meanwhile')`
    })
    await expect.poll(() => slugs, { timeout: 15_000 }).toEqual(['before', 'meanwhile'])
    await sql`insert into public.forum_categories (name, slug) values ('Afterwards', 'afterwards')`
    await expect.poll(() => slugs).toEqual(['before', 'meanwhile', 'afterwards'])
  })

  test('a node that stops makes its clients reconnect, and its presences end on the other node', async () => {
    const watcher = at(one, 'farewell')
    watcher.on('presence', { event: 'sync' }, () => undefined)
    await joined(watcher)
    const leaving = at(other, 'farewell', { presence: { key: 'leaving' } })
    await joined(leaving)
    await leaving.track({})
    await expect.poll(() => Object.keys(watcher.presenceState())).toEqual(['leaving'])
    const bare = await bareSocket(other)
    const began = Date.now()
    await other.stop()
    expect(await bare.closed).toBe(1012)
    expect(Date.now() - began).toBeLessThan(10_000)
    await expect.poll(() => watcher.presenceState()).toEqual({})
  })
})
