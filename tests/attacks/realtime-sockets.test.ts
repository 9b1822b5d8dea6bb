// Hostile realtime clients: floods, oversized frames, malformed messages, too many connections, foreign origins,
// expired tokens. Every test also checks that a well-behaved client is still served.
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Bare, bareSocket } from '../support/channels.ts'
import { newMember } from '../support/identity.ts'
import { memoryOf } from '../support/memory.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

/** 280 MB pass through; what is left is garbage and 2 MiB. */
const LARGE_JOINS_MIB = 100
const JWT_SECRET = 'a secret of this test that is long enough'

let server: TestServer
/** A server without rate limits. */
let quiet: TestServer
let neighbour: Bare
let turn = 0
const next = () => {
  turn += 1
  return turn
}

beforeAll(async () => {
  ;[server, quiet] = await Promise.all([startServer({ RATE_LIMITS: 'on', JWT_SECRET }), sharedServer()])
  neighbour = await bareSocket(server)
})
afterAll(() => Promise.all([server.stop(), quiet.stop()]))

/** Checks that a well-behaved client is still served. */
async function neighbourIsFine(): Promise<void> {
  const ref = `n${next()}`
  neighbour.say(null, ref, 'phoenix', 'heartbeat')
  expect(await neighbour.answer(ref)).toEqual({ status: 'ok', response: {} })
}

async function inRoom(room = `realtime:room ${next()}`): Promise<{ bare: Bare; topic: string }> {
  const bare = await bareSocket(server)
  bare.say('j', 'j', room, 'phx_join', { config: { broadcast: { ack: true } } })
  expect(await bare.answer('j')).toMatchObject({ status: 'ok' })
  return { bare, topic: room }
}

async function closeAll(sockets: Bare[]): Promise<void> {
  for (const { socket } of sockets) socket.close()
  await Promise.all(sockets.map(({ closed }) => closed))
}

const shout = { type: 'broadcast', event: 'x', payload: {} }

describe('frames', () => {
  test('that are malformed are dropped, and the socket stays open', async () => {
    const { bare, topic } = await inRoom()
    const nonsense: (string | Buffer)[] = [
      ...['', '{', 'null', '[]', '[1,2,3,4,5]', '[null,null,null,null,null]', '"x"', '{"topic":"phoenix"}'],
      JSON.stringify([null, null, 'x'.repeat(300), 'phx_join', {}]),
      JSON.stringify(['j', '1', topic, 'broadcast', 'no object']),
      JSON.stringify(['j', '1', topic, 'presence', null]),
      JSON.stringify(['j', '1', topic, 'access_token', null]),
      `[null,"2","${topic}","phx_join",${'['.repeat(5_000)}${']'.repeat(5_000)}]`,
      Buffer.alloc(0),
      Buffer.from([3]),
      Buffer.from([3, 255, 255, 255, 255, 255, 1]),
      Buffer.from([3, 0, 0, 1, 1, 0, 9, 116, 101]),
      Buffer.from([3, 0, 0, 1, 1, 0, 1, 116, 101, 123]),
      Buffer.from([4, 1, 1, 0, 1, 116, 101, 123, 125]),
    ]
    for (const frame of nonsense) bare.socket.send(frame)
    bare.say(null, 'still', 'phoenix', 'heartbeat')
    expect(await bare.answer('still')).toEqual({ status: 'ok', response: {} })
    expect(bare.socket.readyState).toBe(WebSocket.OPEN)
    bare.socket.close()
  })

  test('that name prototypes change nothing', async () => {
    const { bare, topic } = await inRoom()
    bare.socket.send(
      `["j","1","${topic}","presence",{"event":"track","payload":{"__proto__":{"isAdmin":true}}}]`,
    )
    await bare.answer('1')
    bare.say('p', 'p', '__proto__', 'phx_join')
    expect(await bare.answer('p')).toMatchObject({ status: 'error' })
    await neighbourIsFine()
    bare.socket.close()
  })

  test('of more than 64 KiB close the socket that sent them', async () => {
    const { bare, topic } = await inRoom()
    bare.say('j', '1', topic, 'broadcast', { ...shout, payload: { text: 'x'.repeat(63 * 1_024) } })
    expect(await bare.answer('1')).toMatchObject({ status: 'ok' })
    bare.say('j', '2', topic, 'broadcast', { ...shout, payload: { text: 'x'.repeat(65 * 1_024) } })
    expect(await bare.closed).toBe(1009)
    await neighbourIsFine()
  })

  test('are not compressed, even if the client offers it', async () => {
    const socket = new WebSocket(
      `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${server.publishableKey}`,
      { perMessageDeflate: true },
    )
    await new Promise((resolve) => socket.once('open', resolve))
    expect(socket.extensions).toBe('')
    socket.close()
  })
})

describe('a flood', () => {
  test('of broadcasts is limited to ten a second, also for the receivers', async () => {
    const { bare, topic } = await inRoom()
    const listener = await bareSocket(server, { query: `apikey=${server.publishableKey}` })
    listener.socket.send(JSON.stringify({ topic, event: 'phx_join', payload: {}, ref: '1', join_ref: '1' }))
    await expect.poll(() => listener.received.length).toBe(1)
    for (let index = 0; index < 11; index += 1) bare.say('j', `b${index}`, topic, 'broadcast', shout)
    for (let index = 0; index < 10; index += 1)
      expect(await bare.answer(`b${index}`)).toMatchObject({ status: 'ok' })
    expect(await bare.answer('b10')).toEqual({
      status: 'error',
      response: { reason: 'RateLimitExceeded: Too many messages per second' },
    })
    await expect.poll(() => listener.received.length).toBe(11)
    let tries = 0
    const again = () => {
      tries += 1
      bare.say('j', `later ${tries}`, topic, 'broadcast', shout)
      return bare.answer(`later ${tries}`)
    }
    await expect.poll(again, { interval: 250, timeout: 20_000 }).toMatchObject({ status: 'ok' })
    bare.socket.close()
    listener.socket.close()
  })

  test('of presences is limited to five in 30 seconds', async () => {
    const { bare, topic } = await inRoom()
    const call = { type: 'presence', event: 'track', payload: {} }
    for (let index = 0; index < 6; index += 1) bare.say('j', `p${index}`, topic, 'presence', call)
    expect(await bare.answer('p4')).toMatchObject({ status: 'ok' })
    expect(await bare.answer('p5')).toMatchObject({ status: 'error' })
    bare.socket.close()
  })

  test('of any messages closes the socket', async () => {
    const { bare } = await inRoom()
    for (let index = 0; index < 700; index += 1) bare.socket.send('nonsense')
    expect(await bare.closed).toBe(1008)
    await neighbourIsFine()
  })

  test('of HTTP broadcasts gets 429 with Retry-After', async () => {
    const send = () =>
      fetch(`${server.url}/realtime/v1/api/broadcast/flood/events/x`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          'content-type': 'application/json',
          'x-forwarded-for': '1.2.3.4',
        },
        body: '{}',
      })
    const statuses: number[] = []
    let refused: Response | null = null
    for (let index = 0; index < 60 && !refused; index += 1) {
      const answer = await send()
      statuses.push(answer.status)
      if (answer.status === 429) refused = answer
    }
    expect(statuses[0]).toBe(202)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('of HTTP bodies that are too large is refused with 413', async () => {
    const answer = await fetch(`${quiet.url}/realtime/v1/api/broadcast/t/events/x`, {
      method: 'POST',
      headers: { apikey: quiet.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify('x'.repeat(70 * 1_024)),
    })
    expect(answer.status).toBe(413)
  })
})

test('a client that does not read is disconnected, and other clients receive everything', async () => {
  const MESSAGES = 300
  const [sender, listener, deaf] = [await bareSocket(quiet), await bareSocket(quiet), await bareSocket(quiet)]
  for (const bare of [sender, listener, deaf]) {
    bare.say('j', 'j', 'realtime:loud', 'phx_join', { config: { broadcast: { ack: true } } })
    expect(await bare.answer('j')).toMatchObject({ status: 'ok' })
  }
  let heard = 0
  listener.socket.on('message', (_data, binary) => {
    if (binary) heard += 1
  })
  deaf.socket.pause()
  const payload = { text: 'x'.repeat(60 * 1_024) }
  for (let index = 0; index < MESSAGES; index += 1) {
    sender.say('j', `${index}`, 'realtime:loud', 'broadcast', { ...shout, payload })
    await sender.answer(`${index}`)
  }
  await expect.poll(() => heard).toBe(MESSAGES)
  deaf.socket.resume()
  // Terminated without a close frame: the server discards the messages that were queued for it.
  expect(await deaf.closed).toBe(1006)
})

describe('too many connections', () => {
  test('a socket can join 100 channels, and one more is refused', async () => {
    const bare = await bareSocket(quiet)
    for (let index = 1; index <= 101; index += 1)
      bare.say(`${index}`, `${index}`, `realtime:${index}`, 'phx_join')
    expect(await bare.answer('100')).toMatchObject({ status: 'ok' })
    expect(await bare.answer('101')).toEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    })
  })

  test('a member can open ten sockets over all addresses, and one more is refused', async () => {
    const { access_token } = await newMember(server)
    const sockets: Bare[] = []
    for (let index = 0; index < 11; index += 1) {
      const bare = await bareSocket(server)
      sockets.push(bare)
      bare.say('1', '1', 'realtime:crowd', 'phx_join', { access_token })
    }
    const answers = await Promise.all(sockets.map((bare) => bare.answer('1')))
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(10)
    expect(answers.find(({ status }) => status === 'error')).toMatchObject({
      response: { reason: 'ConnectionRateLimitReached: Too many connected users' },
    })
    await closeAll(sockets)
  })

  test('an address can open fifty sockets, and one more is refused, with any X-Forwarded-For', async () => {
    const opened = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        bareSocket(server, { headers: { 'x-forwarded-for': `198.51.100.${index}` } }),
      ),
    )
    const sockets = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const refused = opened.filter((result) => result.status === 'rejected')
    // The well-behaved client's socket is one of the fifty.
    expect(sockets).toHaveLength(49)
    expect(String(refused[0]?.reason)).toContain('429')
    expect(refused[0]?.reason.headers['retry-after']).toMatch(/^\d+$/)
    await closeAll(sockets)
    const again = await bareSocket(server)
    again.socket.close()
  })
})

describe('what an address holds', () => {
  test('stays small with fifty sockets of a hundred large joins, each of them refused', async () => {
    // The largest joins: the frame is just below its limit, and no table of the name exists.
    const filter = `title=eq.${'x'.repeat(2_000)}`
    const changes = Array.from({ length: 28 }, () => ({
      event: '*',
      schema: 'public',
      table: 'none',
      filter,
    }))
    const before = memoryOf(server).now
    const sockets = await Promise.all(Array.from({ length: 45 }, () => bareSocket(server)))
    const joinAll = async ({ say, answer }: Bare) => {
      const answers: { status: string }[] = []
      for (let index = 1; index <= 100; index += 1) {
        say(`${index}`, `${index}`, `realtime:${index}`, 'phx_join', {
          config: { postgres_changes: changes },
        })
        answers.push(await answer(`${index}`))
      }
      return answers
    }
    const answers = (await Promise.all(sockets.map(joinAll))).flat()
    expect(answers).toHaveLength(4_500)
    // The premise: the channels of the first joins are open.
    expect(answers.some(({ status }) => status === 'ok')).toBe(true)
    expect(answers).toContainEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many subscriptions from this address' },
    })
    expect(memoryOf(server).now - before).toBeLessThan(LARGE_JOINS_MIB)
    await neighbourIsFine()
    await closeAll(sockets)
    // What they held is free again.
    const again = await bareSocket(server)
    again.say('1', '1', 'realtime:again', 'phx_join', { config: { postgres_changes: changes } })
    expect(await again.answer('1')).toMatchObject({ status: 'ok' })
    again.socket.close()
  }, 90_000)
})

describe('the handshake', () => {
  test.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'https://127.0.0.1'])(
    'is refused to a page of %s',
    async (origin) => {
      await expect(bareSocket(server, { headers: { origin } })).rejects.toThrow('403')
    },
  )

  test('is refused to a foreign page that also forges the Host', async () => {
    await expect(
      bareSocket(server, { headers: { origin: 'http://evil.example', host: 'evil.example' } }),
    ).rejects.toThrow('403')
  })

  test('is open to a page of this site', async () => {
    const bare = await bareSocket(server, { headers: { origin: server.url } })
    bare.socket.close()
  })

  test('is refused at every other path', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/elsewhere`)
    const status = await new Promise((resolve) => {
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode))
    })
    expect(status).toBe(404)
    socket.on('error', () => undefined)
    socket.terminate()
  })
})

describe('a token', () => {
  const sign = (claims: Record<string, unknown>, seconds: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
      .sign(new TextEncoder().encode(JWT_SECRET))

  test('that expires closes its channel, with the reason', async () => {
    const { user } = await newMember(server)
    const token = await sign({ role: 'authenticated', sub: user.id }, 2)
    const bare = await bareSocket(server)
    bare.say('1', '1', 'realtime:short', 'phx_join', { access_token: token })
    expect(await bare.answer('1')).toMatchObject({ status: 'ok' })
    await expect.poll(() => bare.received.at(-1)?.[3], { timeout: 6_000 }).toBe('phx_close')
    expect(bare.received.at(-2)?.[4]).toMatchObject({
      message: 'InvalidJWTToken: Token has expired',
      status: 'error',
    })
    bare.socket.close()
  })

  test('that is replaced in time keeps it open', async () => {
    const { user } = await newMember(server)
    const bare = await bareSocket(server)
    const short = await sign({ role: 'authenticated', sub: user.id }, 2)
    bare.say('1', '1', 'realtime:longer', 'phx_join', {
      config: { broadcast: { ack: true } },
      access_token: short,
    })
    await bare.answer('1')
    bare.say('1', '2', 'realtime:longer', 'access_token', {
      access_token: await sign({ role: 'authenticated', sub: user.id }, 600),
    })
    // A channel that joined later with the same token and did not replace it closes at the same time.
    bare.say('2', '3', 'realtime:shorter', 'phx_join', { access_token: short })
    expect(await bare.answer('3')).toMatchObject({ status: 'ok' })
    const ended = () =>
      bare.received.filter(([, , , event]) => event === 'phx_close').map(([, , topic]) => topic)
    await expect.poll(ended, { timeout: 20_000 }).toContain('realtime:shorter')
    bare.say('1', '4', 'realtime:longer', 'broadcast', shout)
    expect(await bare.answer('4')).toMatchObject({ status: 'ok' })
    expect(ended()).toEqual(['realtime:shorter'])
    bare.socket.close()
  })

  test.each([
    ['of the service', { role: 'service_role' }],
    ['of no member', { role: 'authenticated', sub: 'nobody' }],
    [
      'of somebody who does not exist',
      { role: 'authenticated', sub: '00000000-0000-4000-8000-000000000000' },
    ],
  ])('%s is refused', async (_whose, claims) => {
    const bare = await bareSocket(server)
    bare.say('1', '1', 'realtime:room', 'phx_join', { access_token: await sign(claims, 60) })
    expect(await bare.answer('1')).toMatchObject({ status: 'error' })
    bare.socket.close()
  })

  test('that is forged in the middle ends the channel', async () => {
    const { bare, topic } = await inRoom()
    bare.say('j', null, topic, 'access_token', { access_token: 'x.y.z' })
    await expect.poll(() => bare.received.at(-1)?.[3]).toBe('phx_close')
    bare.socket.close()
  })
})

test('the server logged no error', async () => {
  await neighbourIsFine()
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
