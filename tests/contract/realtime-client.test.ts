// Channels with the official client: joining, broadcasts by socket and by HTTP, presence.
import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { bareSocket, type Client, channelClient, joined } from '../support/channels.ts'
import { newMember } from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer
const clients: Client[] = []
const open = (
  ...options: Parameters<typeof channelClient> extends [unknown, ...infer Rest] ? Rest : never
) => {
  const client = channelClient(server, ...options)
  clients.push(client)
  return client
}

beforeAll(async () => {
  server = await sharedServer()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
})
afterAll(() => server.stop())

const heard = (channel: RealtimeChannel, event = '*') => {
  const messages: unknown[] = []
  channel.on('broadcast', { event }, (message) => messages.push(message))
  return messages
}

describe('the protocol', () => {
  test('answers heartbeats, joins and leaves in the shapes of Phoenix', async () => {
    const bare = await bareSocket(server)
    bare.say(null, '1', 'phoenix', 'heartbeat')
    await bare.answer('1')
    bare.say('2', '2', 'realtime:room', 'phx_join', { config: {} })
    await bare.answer('2')
    bare.say('2', '3', 'realtime:room', 'phx_leave')
    await bare.answer('3')
    await expect.poll(() => bare.received.length).toBe(4)
    expect(bare.received).toEqual([
      [null, '1', 'phoenix', 'phx_reply', { status: 'ok', response: {} }],
      ['2', '2', 'realtime:room', 'phx_reply', { status: 'ok', response: { postgres_changes: [] } }],
      ['2', '3', 'realtime:room', 'phx_reply', { status: 'ok', response: {} }],
      ['2', '2', 'realtime:room', 'phx_close', {}],
    ])
    bare.socket.close()
  })

  test('of version 1.0.0 uses objects', async () => {
    const bare = await bareSocket(server, { query: `apikey=${server.publishableKey}` })
    bare.socket.send(
      JSON.stringify({ topic: 'realtime:room', event: 'phx_join', payload: {}, ref: '1', join_ref: '1' }),
    )
    await expect
      .poll(() => bare.received)
      .toEqual([
        {
          topic: 'realtime:room',
          event: 'phx_reply',
          payload: { status: 'ok', response: { postgres_changes: [] } },
          ref: '1',
          join_ref: '1',
        },
      ])
    bare.socket.close()
  })

  test('refuses an invalid topic, and a push to a channel that was not joined', async () => {
    const bare = await bareSocket(server)
    bare.say('1', '1', 'elsewhere:room', 'phx_join')
    expect(await bare.answer('1')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
    bare.say(null, '2', 'realtime:never', 'broadcast', { type: 'broadcast', event: 'x', payload: {} })
    expect(await bare.answer('2')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
    bare.socket.close()
  })

  test('closes the older channel when a topic is joined again on one socket', async () => {
    const bare = await bareSocket(server)
    bare.say('1', '1', 'realtime:room', 'phx_join')
    await bare.answer('1')
    bare.say('2', '2', 'realtime:room', 'phx_join')
    await bare.answer('2')
    expect(bare.received[1]).toEqual(['1', '1', 'realtime:room', 'phx_close', {}])
    bare.socket.close()
  })

  test('refuses an unknown key and an unknown version at the handshake', async () => {
    await expect(bareSocket(server, { query: 'apikey=sb_publishable_nobody&vsn=2.0.0' })).rejects.toThrow(
      '401',
    )
    await expect(bareSocket(server, { query: `apikey=${server.publishableKey}&vsn=9.0.0` })).rejects.toThrow(
      '400',
    )
  })

  test('refuses a token that another issuer signed', async () => {
    const client = open({ token: 'not.a.token' })
    await client.realtime.setAuth()
    const { status, error } = await joined(client.channel('room'))
    expect(status).toBe('CHANNEL_ERROR')
    expect(error).toMatch(/JWT/)
  })
})

describe.each(['1.0.0', '2.0.0'] as const)('a broadcast, protocol %s', (vsn) => {
  test('reaches everybody on the topic but its sender', async () => {
    const [asha, bala] = [open({ vsn }).channel('room'), open({ vsn }).channel('room')]
    const other = open({ vsn }).channel('another')
    const [own, theirs, elsewhere] = [heard(asha), heard(bala, 'cursor'), heard(other)]
    for (const channel of [asha, bala, other]) expect((await joined(channel)).status).toBe('SUBSCRIBED')
    const payload = { x: 1, word: 'नमस्ते ₹' }
    expect(await asha.send({ type: 'broadcast', event: 'cursor', payload })).toBe('ok')
    await expect.poll(() => theirs).toEqual([{ type: 'broadcast', event: 'cursor', payload }])
    expect(own).toEqual([])
    expect(elsewhere).toEqual([])
  })

  test('comes back with `self` and is acknowledged with `ack`', async () => {
    const channel = open({ vsn }).channel('room', { config: { broadcast: { self: true, ack: true } } })
    const messages = heard(channel, 'echo')
    await joined(channel)
    expect(await channel.send({ type: 'broadcast', event: 'echo', payload: { n: 1 } })).toBe('ok')
    await expect.poll(() => messages).toEqual([{ type: 'broadcast', event: 'echo', payload: { n: 1 } }])
  })
})

describe('a broadcast', () => {
  test('crosses between the versions', async () => {
    const old = open({ vsn: '1.0.0' }).channel('mixed')
    const recent = open().channel('mixed')
    const [atOld, atRecent] = [heard(old), heard(recent)]
    await joined(old)
    await joined(recent)
    await old.send({ type: 'broadcast', event: 'up', payload: { from: 'old' } })
    await recent.send({ type: 'broadcast', event: 'down', payload: { from: 'recent' } })
    await expect.poll(() => atRecent).toEqual([{ type: 'broadcast', event: 'up', payload: { from: 'old' } }])
    await expect
      .poll(() => atOld)
      .toEqual([{ type: 'broadcast', event: 'down', payload: { from: 'recent' } }])
  })

  test('of bytes arrives as bytes, and is not sent to a client that cannot read them', async () => {
    const [sender, receiver, old] = [open(), open(), open({ vsn: '1.0.0' })].map((client) =>
      client.channel('bytes'),
    )
    const channels = [sender, receiver, old].filter((channel) => channel !== undefined)
    const [, got = [], atOld] = channels.map((channel) => heard(channel))
    for (const channel of channels) await joined(channel)
    const bytes = Uint8Array.from([0, 255, 10, 13]).buffer
    await sender?.send({ type: 'broadcast', event: 'blob', payload: bytes })
    await sender?.send({ type: 'broadcast', event: 'after', payload: {} })
    await expect.poll(() => got.length).toBe(2)
    const [first] = got as { event: string; payload: ArrayBuffer }[]
    expect(new Uint8Array(first?.payload ?? new ArrayBuffer(0))).toEqual(Uint8Array.from([0, 255, 10, 13]))
    await expect.poll(() => atOld).toMatchObject([{ event: 'after' }])
  })

  test('does not reach a client that has left', async () => {
    // The official client drops messages of a channel it has left, so the raw socket is read.
    const [sender, leaver] = [await bareSocket(server), await bareSocket(server)]
    for (const { say, answer } of [sender, leaver]) {
      for (const topic of ['exit', 'stays']) {
        say(topic, `join ${topic}`, `realtime:${topic}`, 'phx_join', {})
        expect(await answer(`join ${topic}`)).toMatchObject({ status: 'ok' })
      }
    }
    leaver.say('exit', 'leave', 'realtime:exit', 'phx_leave')
    expect(await leaver.answer('leave')).toMatchObject({ status: 'ok' })
    // Broadcasts arrive as bytes at a client that can read them.
    const came: string[] = []
    leaver.socket.on('message', (data: Buffer, isBinary) => isBinary && came.push(data.toString()))
    const message = (event: string) => ({ type: 'broadcast', event, payload: {} })
    sender.say('exit', null, 'realtime:exit', 'broadcast', message('late'))
    sender.say('stays', null, 'realtime:stays', 'broadcast', message('marker'))
    await expect.poll(() => came.length).toBeGreaterThan(0)
    expect(came.map((bytes) => /late|marker/.exec(bytes)?.[0])).toEqual(['marker'])
    sender.socket.close()
    leaver.socket.close()
  })
})

describe('a broadcast by HTTP', () => {
  test('by httpSend() reaches the topic, JSON and bytes', async () => {
    const channel = open().channel('by http')
    const messages = heard(channel) as { event: string; payload: unknown }[]
    await joined(channel)
    const sender = open().channel('by http')
    expect(await sender.httpSend('news', { n: 1 })).toEqual({ success: true })
    expect(await sender.httpSend('raw', Uint8Array.from([1, 2]).buffer)).toEqual({ success: true })
    await expect.poll(() => messages.length).toBe(2)
    expect(messages[0]).toEqual({ type: 'broadcast', event: 'news', payload: { n: 1 } })
    expect(new Uint8Array(messages[1]?.payload as ArrayBuffer)).toEqual(Uint8Array.from([1, 2]))
  })

  test('by send() before joining takes the batch endpoint', async () => {
    const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const channel = open().channel('batch')
    const messages = heard(channel)
    await joined(channel)
    expect(
      await open()
        .channel('batch')
        .send({ type: 'broadcast', event: 'e', payload: { a: 1 } }),
    ).toBe('ok')
    await expect.poll(() => messages).toEqual([{ type: 'broadcast', event: 'e', payload: { a: 1 } }])
    quiet.mockRestore()
  })

  test('answers 202 without a body, 422 to an invalid message, 401 to an unknown key, 404 and 405', async () => {
    const post = (path: string, body: string, apikey = server.publishableKey) =>
      fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
        method: 'POST',
        headers: { apikey, 'content-type': 'application/json' },
        body,
      })
    const good = await post('', JSON.stringify({ messages: [{ topic: 't', event: 'e', payload: {} }] }))
    expect([good.status, await good.text()]).toEqual([202, ''])
    expect((await post('', '{"messages":[]}')).status).toBe(422)
    expect((await post('', 'nonsense')).status).toBe(422)
    expect((await post('/t/events/e', 'nonsense')).status).toBe(422)
    expect((await post('/t/events/e?persist=true&private=true', '{}')).status).toBe(422)
    expect((await post('/t/events/e', '{}', 'sb_publishable_nobody')).status).toBe(401)
    expect((await post('/t', '{}')).status).toBe(404)
    expect((await fetch(`${server.url}/realtime/v1/api/broadcast`)).status).toBe(405)
  })
})

describe('presence', () => {
  const track = async (key: string, room = 'crowd', vsn: '1.0.0' | '2.0.0' = '2.0.0') => {
    const channel = open({ vsn }).channel(room, { config: { presence: { key } } })
    channel.on('presence', { event: 'sync' }, () => undefined)
    await joined(channel)
    return channel
  }

  test('shows newcomers who is present, and those present who joins', async () => {
    const asha = await track('asha')
    expect(await asha.track({ mood: 'calm' })).toBe('ok')
    await expect.poll(() => Object.keys(asha.presenceState())).toEqual(['asha'])
    const bala = await track('bala', 'crowd', '1.0.0')
    await expect.poll(() => bala.presenceState()).toMatchObject({ asha: [{ mood: 'calm' }] })
    await bala.track({})
    await expect.poll(() => Object.keys(asha.presenceState()).sort()).toEqual(['asha', 'bala'])
  })

  test('is replaced by tracking again, and ends with untrack, leaving, or the socket', async () => {
    const watcher = open().channel('coming and going')
    const events: string[] = []
    watcher.on('presence', { event: 'leave' }, ({ key }) => events.push(key))
    await joined(watcher)
    const one = await track('one', 'coming and going')
    const two = await track('two', 'coming and going')
    await one.track({ step: 1 })
    await expect.poll(() => watcher.presenceState()).toMatchObject({ one: [{ step: 1 }] })
    await one.track({ step: 2 })
    await expect.poll(() => watcher.presenceState()).toMatchObject({ one: [{ step: 2 }] })
    expect(watcher.presenceState().one).toHaveLength(1)
    await two.track({})
    await expect.poll(() => Object.keys(watcher.presenceState()).sort()).toEqual(['one', 'two'])
    await one.untrack()
    await expect.poll(() => Object.keys(watcher.presenceState())).toEqual(['two'])
    await two.socket.disconnect()
    await expect.poll(() => watcher.presenceState()).toEqual({})
    expect(events).toContain('two')
  })

  test('counts one key on two devices as two', async () => {
    const phone = await track('asha', 'devices')
    const laptop = await track('asha', 'devices')
    await phone.track({ on: 'phone' })
    await laptop.track({ on: 'laptop' })
    await expect.poll(() => phone.presenceState().asha?.length).toBe(2)
    await laptop.unsubscribe()
    await expect.poll(() => phone.presenceState().asha).toMatchObject([{ on: 'phone' }])
  })
})

describe('a presence key that names a member', () => {
  const join = async (who: { access_token: string } | null, key: string) => {
    const client = open(who ? { token: who.access_token } : {})
    if (who) await client.realtime.setAuth()
    const channel = client.channel('faces', { config: { presence: { key } } })
    channel.on('presence', { event: 'sync' }, () => undefined)
    return { channel, answer: await joined(channel) }
  }

  test('is accepted from that member alone', async () => {
    const [asha, bala] = [await newMember(server), await newMember(server)]
    const key = `member:${asha.user.id}`
    const refused = { status: 'CHANNEL_ERROR', error: expect.stringContaining('belongs to a member') }
    expect((await join(null, key)).answer).toEqual(refused)
    expect((await join(bala, key)).answer).toEqual(refused)
    const own = await join(asha, key)
    expect(own.answer).toEqual({ status: 'SUBSCRIBED' })
    await own.channel.track({})
    const watcher = await join(null, 'a visitor')
    await expect.poll(() => Object.keys(watcher.channel.presenceState())).toEqual([key])
  })
})

test('is the member’s id when a signed-in member joins', async () => {
  const member = await newMember(server)
  const client = open({ token: member.access_token })
  await client.realtime.setAuth()
  const channel = client.channel(`member:${member.user.id}`, { config: { private: true } })
  expect(await joined(channel)).toEqual({ status: 'SUBSCRIBED' })
})
