// Malformed traffic on the port: frames, handshakes and requests that no client would send, some cut off halfway. None of
// it needs a key. The process survives, other clients are served within a second, and nothing is logged as an error, so
// an outsider cannot trigger alerts.
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { bareSocket } from '../support/channels.ts'
import { newMember } from '../support/identity.ts'
import { picture } from '../support/pictures.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

/** A response takes milliseconds; only a process that crashed or hangs needs this long. */
const SERVED_WITHIN_MS = 1_000

let server: TestServer
/** The number of log lines that earlier tests have checked. */
let read = 0
let member: { access_token: string; user: { id: string } }

beforeAll(async () => {
  server = await sharedServer()
  member = await newMember(server)
})
afterAll(() => server.stop())

afterEach(async () => {
  expect(
    (await fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(SERVED_WITHIN_MS) })).status,
  ).toBe(200)
  expect(server.process.exitCode).toBeNull()
  const lines = server.log().slice(read)
  read += lines.length
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
})

/** A separate connection, ready for writing. */
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
  test('that is reset at once does not affect other clients, at any address', {
    timeout: 60_000,
  }, async () => {
    for (const address of ADDRESSES) {
      await Promise.all(Array.from({ length: 20 }, () => sendAndReset(upgrade(address))))
    }
  })

  test('to an unknown path, or without a valid key or version, is answered and closed', async () => {
    for (const address of ADDRESSES.filter((path) => !path.startsWith('/realtime/v1/websocket'))) {
      expect(await exchange(upgrade(address)), address).toMatch(/^HTTP\/1\.1 404 /)
    }
    expect(await exchange(upgrade('/realtime/v1/websocket', 'websocket', ''))).toMatch(/^HTTP\/1\.1 400 /)
    expect(await exchange(upgrade('/realtime/v1/websocket?vsn=9'))).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('to another protocol is ignored: the request is answered normally', async () => {
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

  test.each(['1.0.0', '2.0.0'] as const)('that is nested deep is dropped, in protocol %s', async (vsn) => {
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

  test('that is nested deep does not reach other members of the channel', async () => {
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

/** Endpoints that read a body: method, path, and a key that the body is read for. */
const DOORS: readonly (readonly [string, string])[] = [
  ...(['POST', 'PATCH', 'PUT'] as const).map((method) => [method, '/rest/v1/threads?id=eq.1'] as const),
  ...['rpc/search', 'chat_messages', 'rpc/subscribe_newsletter'].map(
    (name) => ['POST', `/rest/v1/${name}`] as const,
  ),
  ...['signup', 'token?grant_type=password', 'token?grant_type=refresh_token', 'token?grant_type=pkce'].map(
    (name) => ['POST', `/auth/v1/${name}`] as const,
  ),
  ...['recover', 'otp', 'magiclink', 'verify', 'resend', 'factors', 'admin/users', 'invite'].map(
    (name) => ['POST', `/auth/v1/${name}`] as const,
  ),
  ['PUT', '/auth/v1/user'],
  ...['bucket', 'object/list/avatars', 'object/list-v2/avatars', 'object/move', 'object/copy'].map(
    (name) => ['POST', `/storage/v1/${name}`] as const,
  ),
  ...['object/sign/avatars', 'object/sign/avatars/x', 'object/upload/sign/avatars/x'].map(
    (name) => ['POST', `/storage/v1/${name}`] as const,
  ),
  ['DELETE', '/storage/v1/object/avatars'],
  ['POST', '/realtime/v1/api/broadcast'],
  ['POST', '/realtime/v1/api/broadcast/room/events/e'],
  ['POST', '/newsletter/subscribe'],
  ['POST', '/newsletter/unsubscribe'],
  ['POST', '/contact/send'],
  ['POST', '/site/v1/pass'],
  ['POST', '/forums'],
]

const headersOf = (as: 'guest' | 'member', more: Record<string, string> = {}) => ({
  apikey: server.publishableKey,
  ...(as === 'member' ? { authorization: `Bearer ${member.access_token}` } : {}),
  'content-type': 'application/json',
  ...more,
})

/** The beginning of a request: its head, and the given part of a body. */
function begun(
  [method, path]: readonly [string, string],
  as: 'guest' | 'member',
  more: Record<string, string>,
  body: string,
) {
  const headers = Object.entries({ host: 'site', ...headersOf(as, more) })
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

describe('a body', () => {
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const DEEP = [
    nested,
    '{"a":'.repeat(50_000),
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    ...['content', 'message', 'data', 'email', 'q', 'prefixes', 'prefix', 'name', 'search'].map(
      (field) => `{"${field}":${nested}}`,
    ),
    `[{"title":"t","content":${nested}}]`,
    `{"email":"deep@example.com","password":"plum sky harbour","data":{"a":${nested}}}`,
    `{"messages":[{"topic":"t","event":"e","payload":${nested}}]}`,
  ]

  test.each(['guest', 'member'] as const)(
    'that is nested deep is refused by every endpoint, for a %s',
    { timeout: 120_000 },
    async (as) => {
      for (const [method, path] of DOORS) {
        for (const body of DEEP) {
          const answer = await fetch(server.url + path, {
            method,
            body,
            headers: headersOf(as),
            redirect: 'manual',
          })
          const label = `${method} ${path} ${body.slice(0, 60)}`
          expect(answer.status, label).toBeGreaterThanOrEqual(300)
          expect(answer.status, label).toBeLessThan(500)
          await answer.arrayBuffer()
        }
      }
    },
  )

  test('that is nested deep within a form, a header or an address is refused', async () => {
    const path = `content/${member.user.id}/deep.txt`
    const form = new FormData()
    form.append('metadata', `{"a":${nested}}`.slice(0, 60_000))
    form.append('', new Blob(['x'], { type: 'text/plain' }))
    const few = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    const { 'content-type': _json, ...headers } = headersOf('member')
    const answers = await Promise.all([
      fetch(`${server.url}/storage/v1/object/${path}`, { method: 'POST', headers, body: form }),
      fetch(`${server.url}/storage/v1/object/${path}`, {
        method: 'POST',
        headers: { ...headers, 'x-metadata': Buffer.from(`{"a":${few}}`).toString('base64') },
        body: 'x',
      }),
      fetch(`${server.url}/rest/v1/threads?tags=cs.${encodeURIComponent(few.slice(0, 4_000))}`, { headers }),
      fetch(`${server.url}/rest/v1/rpc/search?q=${few.slice(0, 8_000)}`, { headers }),
    ])
    for (const answer of answers) expect(answer.status, answer.url.slice(0, 80)).toBeLessThan(500)
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([400, 400])
  })

  test('with characters that a database cannot store is refused as metadata', async () => {
    const { 'content-type': _json, ...headers } = headersOf('member')
    for (const metadata of ['{"a":"\\u0000"}', '{"\\u0000":1}', '{"a":"\\ud800"}']) {
      const answer = await fetch(`${server.url}/storage/v1/object/content/${member.user.id}/nul.png`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'image/png',
          'x-metadata': Buffer.from(metadata).toString('base64'),
        },
        body: new Uint8Array(await picture('png')),
      })
      expect(answer.status, metadata).toBe(400)
    }
  })

  test.each([
    ['announced, and reset in the middle', { 'content-length': '5000' }, '{"content":"half'],
    ['in chunks, and reset between two', { 'transfer-encoding': 'chunked' }, '5\r\n{"a":\r\n'],
    ['in chunks, and reset within one', { 'transfer-encoding': 'chunked' }, 'ff\r\n{"a":'],
    ['of chunks that are none', { 'transfer-encoding': 'chunked' }, 'zz\r\nxx\r\n'],
    [
      'that is a form, and reset in its file',
      { 'content-length': '90000', 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name="a"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nhalf',
    ],
  ])('%s does not affect other clients', { timeout: 60_000 }, async (_how, headers, body) => {
    const uploads = [
      ['POST', `/storage/v1/object/content/${member.user.id}/half.png`],
      ['PUT', `/storage/v1/object/avatars/${member.user.id}/half.png`],
    ] as const
    for (const door of [...DOORS, ...uploads]) {
      for (const as of ['guest', 'member'] as const) await sendAndReset(begun(door, as, headers, body))
    }
    // A request after all of them: by then the log has all lines of the earlier ones.
    for (const [method, path] of DOORS) {
      const answer = await fetch(server.url + path, {
        method,
        headers: headersOf('member'),
        body: 'null',
        redirect: 'manual',
      })
      await answer.arrayBuffer()
    }
  })
})

describe('a request', () => {
  test.each([
    ['a line that is none', 'NONSENSE\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a version of its own', 'GET / HTTP/9.9\r\nHost: site\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: site\r\n: x\r\n\r\n'],
    ['a header that goes on for ever', `GET / HTTP/1.1\r\nHost: site\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a length below zero', 'POST / HTTP/1.1\r\nHost: site\r\nContent-Length: -1\r\n\r\n'],
    [
      'bytes that are no text',
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    ],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
    ['a method of its own', 'BREW /forums HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n'],
    ['TRACE', 'TRACE /rest/v1/threads HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n'],
    [
      'an expectation',
      'GET /forums HTTP/1.1\r\nHost: site\r\nExpect: a miracle\r\nConnection: close\r\n\r\n',
    ],
  ])('with %s is refused or answered, and its connection closes', async (_what, text) => {
    expect(await exchange(text)).not.toMatch(/^HTTP\/1\.1 5/)
  })

  test('that is reset during its response does not affect other clients', async () => {
    const pages = [
      '/',
      '/forums',
      '/sitemap.xml',
      '/feed.xml',
      '/icon.svg',
      '/rest/v1/forum_categories',
      '/privacy',
    ]
    for (const path of pages) {
      for (const method of ['GET', 'HEAD']) await sendAndReset(begun([method, path], 'guest', {}, ''))
      const socket = await open()
      socket.on('error', () => undefined)
      const answered = new Promise((resolve) => socket.once('data', resolve))
      socket.write(begun(['GET', path], 'guest', {}, ''))
      await answered
      socket.resetAndDestroy()
    }
  })

  test('that is reset within its head, at any length, does not affect other clients', async () => {
    const head = begun(['POST', '/rest/v1/threads'], 'member', { 'content-length': '10' }, '')
    for (let length = 1; length < head.length; length += 7) await sendAndReset(head.slice(0, length))
  })
})
