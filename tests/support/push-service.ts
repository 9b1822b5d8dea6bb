// A push service of a test, and devices that decrypt what it took (RFC 8291), without the library that the site encrypts with.
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

type Taken = {
  /** The host of the push service that it was meant for, and its path. */
  path: string
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** `none`: it closes the connection; `silence`: it keeps it and says nothing; `endless`: a body that never ends. */
export type Answer = { status: number; headers?: Record<string, string> } | 'none' | 'silence' | 'endless'

const PRELOADED = pathToFileURL(join(import.meta.dirname, 'push-network.mjs')).href

/** Starts it. A site that is started with its `env` sends its messages there. */
export async function startPushService() {
  const taken: Taken[] = []
  const answers = new Map<string, Answer>()
  let holds = false
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    taken.push({ path, headers: request.headers as Taken['headers'], body: await buffer(request) })
    const answer = holds ? 'silence' : (answers.get(path) ?? { status: 201 })
    if (answer === 'none') return void request.socket.destroy()
    if (answer === 'silence') return
    if (answer === 'endless') return void Readable.from(forever()).pipe(response.writeHead(201))
    response.writeHead(answer.status, answer.headers).end()
  })
  // A connection that `none` closes would otherwise be the one on which the next message is sent, and lost.
  server.maxRequestsPerSocket = 1
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: { NODE_OPTIONS: `--import=${PRELOADED}`, PUSH_SERVICE_OF_TEST: url },
    /** What came for a device until now, oldest first. */
    to: ({ endpoint }: PushDevice): Taken[] => taken.filter(({ path }) => path === pathOf(endpoint)),
    all: () => taken,
    /** Answers what comes for a device otherwise than with 201. */
    answer: ({ endpoint }: PushDevice, answer: Answer) => answers.set(pathOf(endpoint), answer),
    /** Takes messages and confirms none. */
    hold: (on: boolean) => {
      holds = on
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function* forever() {
  for (;;) yield 'x'.repeat(65_536)
}

const pathOf = (endpoint: string) => endpoint.replace('https:/', '')

type Subscription = { endpoint: string; p256dh: string; auth: string }
export type PushDevice = Subscription & { pair: ECDH }

export function newDevice(host = 'fcm.googleapis.com/fcm/send'): PushDevice {
  const pair = createECDH('prime256v1')
  return {
    endpoint: `https://${host}/${randomUUID()}`,
    p256dh: pair.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
    pair,
  }
}

/** What a message says. @throws Error when it is not for the device, or was changed */
export function decrypt({ pair, p256dh, auth }: PushDevice, { body }: Taken): Record<string, string> {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + senderKey.length)
  const keys = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey])
  const shared = hkdfSync('sha256', pair.computeSecret(senderKey), Buffer.from(auth, 'base64url'), keys, 32)
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${name}\0`, length))
  const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  cipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  // The last record ends with 2, and padding after it.
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8')) as Record<string, string>
}

/** Where the endpoints of each browser begin. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com/fcm/send',
  'updates.push.services.mozilla.com/wpush/v2',
  'web.push.apple.com',
  'wns2-pn1p.notify.windows.com/w/?token=BQY%3d',
]

const { p256dh, auth } = newDevice()
const BIG = 'a'.repeat(980)
/** Addresses that would make the site post to somebody else, and keys that are none. */
const REFUSED: [string, Partial<Subscription>][] = [
  ['plain http', { endpoint: 'http://fcm.googleapis.com/x' }],
  ['this machine', { endpoint: 'https://127.0.0.1/x' }],
  ['this machine by name', { endpoint: 'https://localhost/fcm.googleapis.com/' }],
  ['this machine in IPv6', { endpoint: 'https://[::1]/fcm.googleapis.com' }],
  ['this machine as a number', { endpoint: 'https://2130706433/x' }],
  ['a private network', { endpoint: 'https://10.0.0.1/x' }],
  ['a private network in IPv6', { endpoint: 'https://[fd00::1]/x' }],
  ['a name that resolves to this machine', { endpoint: 'https://127.0.0.1.nip.io/x' }],
  ['a name of the network of the server', { endpoint: 'https://redis/x' }],
  ['the metadata of a cloud by name', { endpoint: 'https://metadata.google.internal/x' }],
  ['the metadata of a cloud', { endpoint: 'http://169.254.169.254/latest/meta-data/' }],
  ['another site', { endpoint: 'https://evil.example/fcm.googleapis.com' }],
  ['a name that only begins so', { endpoint: 'https://fcm.googleapis.com.evil.example/x' }],
  ['a name that only ends so', { endpoint: 'https://evilpush.apple.com.example/x' }],
  ['a name without its dot', { endpoint: 'https://evilpush.services.mozilla.com/x' }],
  ['another name of the same owner', { endpoint: 'https://storage.googleapis.com/x' }],
  ['a user', { endpoint: 'https://fcm.googleapis.com@evil.example/x' }],
  ['a user of the right host', { endpoint: 'https://a:b@fcm.googleapis.com/x' }],
  ['a port', { endpoint: 'https://fcm.googleapis.com:8443/x' }],
  ['a backslash', { endpoint: 'https://evil.example\\.push.apple.com/x' }],
  ['a fragment', { endpoint: 'https://evil.example#.push.apple.com/x' }],
  ['a query for a host', { endpoint: 'https://evil.example?.push.apple.com/x' }],
  ['a line break', { endpoint: 'https://fcm.googleapis.com/x\nhttps://evil.example/' }],
  ['a line break at the end', { endpoint: 'https://fcm.googleapis.com/x\n' }],
  ['a space before', { endpoint: ' https://fcm.googleapis.com/x' }],
  ['capitals', { endpoint: 'HTTPS://FCM.GOOGLEAPIS.COM/x' }],
  ['a full stop after the name', { endpoint: 'https://fcm.googleapis.com./x' }],
  ['letters that look alike', { endpoint: 'https://fcm.googleapis.соm/x' }],
  ['no path', { endpoint: 'https://fcm.googleapis.com' }],
  ['a file', { endpoint: 'file:///etc/passwd' }],
  ['a very long one', { endpoint: `https://fcm.googleapis.com/${BIG}` }],
  ['nothing', { endpoint: '' }],
  ['a key of another length', { p256dh: p256dh.slice(0, -4) }],
  ['a key that is compressed', { p256dh: `A${p256dh.slice(1)}` }],
  ['a key with padding', { p256dh: `${p256dh}=` }],
  ['no key', { p256dh: '' }],
  ['a secret of another length', { auth: `${auth}AAAA` }],
  ['no secret', { auth: '' }],
]

export const REFUSED_DEVICES: [string, Subscription][] = REFUSED.map(([what, part]) => [
  what,
  { endpoint: 'https://fcm.googleapis.com/fcm/send/abc', p256dh, auth, ...part },
])
