// What arrives at the port itself: frames, handshakes and requests that no client would send, cut off in the middle.
// Nobody needs a key for any of it. The process lives on, others are served within a second, and nothing of it is an
// error in the log: an outsider must not be able to wake anybody.
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { bareSocket } from '../support/channels.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A good visitor's patience. The answer takes milliseconds; only a process that died or hangs needs this long. */
const SERVED_WITHIN_MS = 1_000

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

afterEach(async () => {
  expect(
    (await fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(SERVED_WITHIN_MS) })).status,
  ).toBe(200)
  expect(server.process.exitCode).toBeNull()
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})

/** A connection of its own, ready to be written to. */
function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Sends `text`, then resets the connection as soon as it has left. */
async function sendAndReset(text: string | Buffer): Promise<void> {
  const socket = await open()
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.write(text, () => resolve()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resetAndDestroy()
  await closed
}

/** Sends `text` and reads until the other side closes. */
async function exchange(text: string | Buffer): Promise<string> {
  const socket = await open()
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  socket.write(text)
  await closed
  return answer
}

const HANDSHAKE = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
const upgrade = (path: string, protocol = 'websocket', more = HANDSHAKE) =>
  `GET ${path} HTTP/1.1\r\nHost: site\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n${more}\r\n`

const ADDRESSES = [
  ...['/', '/anything', '/forums', '/healthz', '/favicon.ico', '/sitemap.xml', '//', '//[', '/%', '*'],
  ...['/rest/v1/threads', '/rest/v1/rpc/search', '/auth/v1/user', '/storage/v1/bucket', '/site/v1/health'],
  ...['/realtime/v1/websocket', '/realtime/v1/websocket?vsn=2.0.0', '/realtime/v1/api/broadcast'],
]

describe('an upgrade', () => {
  test('that is reset at once harms nobody, at any address', { timeout: 60_000 }, async () => {
    for (const address of ADDRESSES) {
      await Promise.all(Array.from({ length: 20 }, () => sendAndReset(upgrade(address))))
    }
  })

  test('that names nothing, or nothing of ours, is answered and closed', async () => {
    for (const address of ADDRESSES.filter((path) => !path.startsWith('/realtime/v1/websocket'))) {
      expect(await exchange(upgrade(address)), address).toMatch(/^HTTP\/1\.1 404 /)
    }
    expect(await exchange(upgrade('/realtime/v1/websocket', 'websocket', ''))).toMatch(/^HTTP\/1\.1 400 /)
    expect(await exchange(upgrade('/realtime/v1/websocket?vsn=9'))).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('to another protocol is an offer: the request is answered as it is', async () => {
    for (const protocol of ['h2c', 'TLS/1.0', 'websocket2', 'h2c, websocket']) {
      const answer = await exchange(upgrade('/healthz', protocol, 'Connection: close\r\n'))
      expect(answer, protocol).toMatch(/^HTTP\/1\.1 200 OK/)
      expect(answer).toContain('{"status":"ok"}')
    }
  })
})

describe('a frame', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const deep = [8_000, 16_000, 30_000].map(nested)
  const objects = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`

  test.each(['1.0.0', '2.0.0'] as const)('that is nested deep is dropped, in %s', async (vsn) => {
    const bare = await bareSocket(server, { query: `vsn=${vsn}` })
    const say = (event: string, payload: string) =>
      vsn === '2.0.0'
        ? `[null,null,"realtime:x","${event}",${payload}]`
        : `{"topic":"realtime:x","event":"${event}","payload":${payload},"ref":null}`
    for (const inside of [...deep, objects]) {
      for (const event of ['broadcast', 'presence', 'phx_join', 'phx_leave', 'access_token', 'heartbeat']) {
        bare.socket.send(say(event, inside))
        bare.socket.send(say(event, `{"event":"e","type":"${event}","payload":${inside}}`))
      }
      bare.socket.send(inside)
      const head = Buffer.from([3, 0, 0, 10, 1, 0, 1, ...Buffer.from('realtime:xe')])
      bare.socket.send(Buffer.concat([head, Buffer.from(inside)]))
    }
    const answered = new Promise((resolve) => bare.socket.once('pong', resolve))
    bare.socket.ping()
    await answered
    expect(bare.socket.readyState).toBe(WebSocket.OPEN)
    bare.socket.close()
  })

  test('that is nested deep reaches nobody else in the room', async () => {
    const [speaker, listener] = [await bareSocket(server), await bareSocket(server)]
    const room = 'realtime:depths'
    for (const bare of [speaker, listener]) {
      bare.say('1', 'join', room, 'phx_join')
      expect(await bare.answer('join')).toMatchObject({ status: 'ok' })
    }
    const heard: Buffer[] = []
    listener.socket.on('message', (data: Buffer, binary) => {
      if (binary) heard.push(data)
    })
    for (const inside of deep) {
      speaker.socket.send(`["1",null,"${room}","broadcast",{"event":"deep","payload":${inside}}]`)
    }
    speaker.say('1', 'after', room, 'broadcast', { event: 'after', payload: {} })
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    expect(heard.map((data) => data.includes('after'))).toEqual([true])
    speaker.socket.close()
    listener.socket.close()
  })
})
