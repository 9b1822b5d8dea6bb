// Bodies of 200 MB to every address of the router, by a guest and a member, with their length and in chunks: the process
// holds none of them, and says no.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Row, rowsOf } from '../../bench/report.ts'
import { declaredRoutes } from '../../scripts/generate-limits.ts'
import { newMember } from '../support/identity.ts'
import { forgetPeak, memoryOf } from '../support/memory.ts'
import { startServer, type TestServer } from '../support/server.ts'

const MEGABYTES = Number(process.env.FAULTS_BODY_MB ?? 200)
const MORE_MIB = 100
/** A thousand such bodies leave garbage and an allocator that has grown. */
const MOST_MIB = 300
/** Longer than the server gives a request. */
const GIVE_UP_AFTER_MS = 40_000
/** After the answer: the rest of the body is not read. */
const STALLED_MS = 200
const BOUNDARY = 'of-the-body'
const BEGINNINGS: Readonly<Record<string, string>> = {
  'application/json': '{"email":"',
  'application/x-www-form-urlencoded': 'token=',
  'text/csv': 'content\n',
  'application/octet-stream': '',
  [`multipart/form-data; boundary=${BOUNDARY}`]: `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
}
const PIECE = Buffer.alloc(64 * 1_024, 'x')
const CHUNK = chunkOf(PIECE)
const PIECES = Math.ceil((MEGABYTES * 1_000_000) / PIECE.length)

const UPLOAD_BYTES = 4 * 1_024 ** 2
const REST = ['POST /rest/v1/replies', 'PATCH /rest/v1/profiles?id=eq.1', 'POST /rest/v1/rpc/search']

type Target = {
  method: string
  path: string
  headers?: Record<string, string>
  /** Of the member whom the address belongs to, if it is somebody's. */
  token: string
  takesBody: boolean
}
/** A status; null: closed without an answer; 0: neither. */
type Answer = number | null

export async function largeBodies(): Promise<Row[]> {
  const site = await startServer()
  try {
    const targets = await targetsOf(site)
    // Everything that is loaded on its first use is.
    for (const target of targets.slice(0, -1)) await attack(site, target, 'application/json', 2)
    const before = memoryOf(site).now
    let [most, worst, requests] = [0, '', 0]
    const wrong: string[] = []
    for (const target of targets) {
      for (const type of target.takesBody ? Object.keys(BEGINNINGS) : ['application/json']) {
        forgetPeak(site)
        const was = memoryOf(site).now
        const what = `${target.method} ${target.path} ${type.split(';')[0]}`
        const answers = await attack(site, target, type, PIECES)
        requests += answers.length
        const more = memoryOf(site).peak - was
        if (more > most) [most, worst] = [more, what]
        for (const status of answers) if (isWrong(target, status)) wrong.push(`${what}: ${status}`)
      }
    }
    const row = rowsOf(`${requests} bodies of ${MEGABYTES} MB, two at once, to each address of the router`)
    const memory = { unit: 'MiB', ceiling: MORE_MIB, aim: 30 }
    return [
      row('memory at its peak, beyond what it was before an address was tried', most, {
        ...memory,
        note: worst,
      }),
      row('memory after all', memoryOf(site).now, {
        ...memory,
        ceiling: MOST_MIB,
        aim: 200,
        note: `it was ${Math.round(before)} MiB`,
      }),
      row('answers that are no refusal', wrong.length, { note: wrong.slice(0, 3).join(', ') }),
      row('errors in the log', site.log().filter(({ level }) => level >= 50).length),
    ]
  } finally {
    await site.stop()
  }
}

/** Where a body is taken, it is refused, or the connection is closed; elsewhere it may be passed over. */
function isWrong({ takesBody }: Target, status: number | null): boolean {
  return status !== null && (status >= 500 || status < (takesBody ? 400 : 200))
}

/** Every route of the router, with what lets a member pass the checks that come before the body. */
async function targetsOf(site: TestServer): Promise<Target[]> {
  const { access_token: token, user } = await newMember(site)
  const file = `avatars/${user.id}/large.png`
  const signed = await post(site, token, `/storage/v1/object/upload/sign/${file}`)
  const { url } = (await signed.json()) as { url: string }
  const begun = await post(site, token, '/storage/v1/upload/resumable', {
    'tus-resumable': '1.0.0',
    'upload-length': String(UPLOAD_BYTES),
    'upload-metadata': `bucketName ${btoa('avatars')},objectName ${btoa(`${user.id}/b.png`)},contentType ${btoa('image/png')}`,
  })
  const resumable = new URL(begun.headers.get('location') ?? '').pathname
  const addressesOf = (method: string, path: string): string[] => {
    if (path === '/rest/v1/*') return REST
    if (path.endsWith('/resumable/:upload')) return [`${method} ${resumable}`]
    if (method === 'PUT' && path.includes('/upload/sign/')) return [`PUT /storage/v1${url}`]
    const filled = path.replace(':bucket/*', file).replace(':bucket', 'avatars')
    return [`${method.replace('ALL', 'POST')} ${filled.replaceAll(/:\w+|\*/g, 'content')}`]
  }
  const targets = declaredRoutes().flatMap(({ method, path, cost }) =>
    addressesOf(method, path).map((line) => {
      const [verb = '', address = ''] = line.split(' ')
      const headers = path.endsWith('/resumable/:upload')
        ? { 'tus-resumable': '1.0.0', 'upload-offset': '0' }
        : {}
      return { method: verb, path: address, headers, token: token as string, takesBody: cost.body !== 'none' }
    }),
  )
  // Ends the member's session, whatever its body is.
  const isLast = ({ path }: Target) => path.endsWith('/logout')
  return [...targets.filter((target) => !isLast(target)), ...targets.filter(isLast)]
}

function post(site: TestServer, token: string, path: string, headers: Record<string, string> = {}) {
  return fetch(site.url + path, {
    method: 'POST',
    headers: { apikey: site.publishableKey, authorization: `Bearer ${token}`, ...headers },
  })
}

/** By a guest and the member at once, with the body's length and then in chunks. */
async function attack(site: TestServer, target: Target, type: string, pieces: number): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const hasLength of [true, false]) {
    const sent = [null, target.token].map((token) => send(site, target, { token, hasLength, type, pieces }))
    answers.push(...(await Promise.all(sent)))
  }
  return answers
}

type Sent = { token: string | null; hasLength: boolean; type: string; pieces: number }

/** Sends to the end, whatever is answered meanwhile, unless the connection is closed or no longer read. */
async function send(
  site: TestServer,
  { method, path, headers }: Target,
  { token, hasLength, type, pieces }: Sent,
): Promise<Answer> {
  const { hostname, port, host } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  let isGivenUp = false
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    answer ||= String(chunk)
  })
  const closed = new Promise<void>((resolve) => socket.once('close', resolve))
  const timer = setTimeout(() => {
    isGivenUp = true
    socket.destroy()
  }, GIVE_UP_AFTER_MS)
  const beginning = Buffer.from(BEGINNINGS[type] ?? '')
  const head = {
    host,
    apikey: site.publishableKey,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    'content-type': type,
    ...(hasLength
      ? { 'content-length': String(beginning.length + pieces * PIECE.length) }
      : { 'transfer-encoding': 'chunked' }),
    ...headers,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  if (beginning.length > 0) socket.write(hasLength ? beginning : chunkOf(beginning))
  const piece = hasLength ? PIECE : CHUNK
  for (let sent = 0; sent < pieces && !socket.destroyed; sent += 1) {
    if (socket.write(piece)) continue
    const drained = new Promise<boolean>((resolve) => socket.once('drain', () => resolve(true)))
    const isDrained = await Promise.race([drained, closed, stalled(() => answer !== '')])
    if (!isDrained) break
  }
  if (!hasLength && !socket.destroyed) socket.write('0\r\n\r\n')
  while (answer === '' && !socket.destroyed) await Promise.race([closed, sleep(20)])
  clearTimeout(timer)
  socket.destroy()
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? []
  return status ? Number(status) : isGivenUp ? 0 : null
}

function chunkOf(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

/** Resolves when nothing moved for a while after the answer. */
async function stalled(isAnswered: () => boolean): Promise<false> {
  do await sleep(STALLED_MS)
  while (!isAnswered())
  return false
}
