// Some clients send their headers or body a byte at a time, or request the largest response of a guest and do not read it.
// Other clients must not become slower.
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import autocannon from 'autocannon'
import { connect as connectDatabase } from '../../api/database/connection.ts'
import type { Row } from '../../bench/report.ts'
import { startServer, type TestServer } from '../support/server.ts'

const HEADERS = 300
const BODIES = 300
const READERS = 50
const SECONDS = 10
const BYTE_EVERY_MS = 500
const MAX_LATENCY_MS = 1_000
const MAX_MEMORY_MIB = 300
/** A response with all rows has 7 MB, below a guest's limit. */
const LARGE_ROWS = 1_000
const LARGE_ROW_BYTES = 7_000

export async function slowClients(): Promise<Row[]> {
  const site = await startServer({ SEED: 'sample', TRUSTED_PROXIES: '127.0.0.1' })
  await openLargeTable(site)
  const timers: NodeJS.Timeout[] = []
  const sockets: Socket[] = []
  const open = (index: number, text: string) => {
    const { hostname, port } = new URL(site.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    // From many addresses, so that the limits per address do not apply.
    socket.write(text.replace('\r\n', `\r\nHost: slow\r\nX-Forwarded-For: 198.51.100.${index % 250}\r\n`))
    sockets.push(socket)
    return socket
  }
  const trickle = (socket: Socket) =>
    timers.push(setInterval(() => socket.writable && socket.write('x'), BYTE_EVERY_MS))
  for (let index = 0; index < HEADERS; index += 1) trickle(open(index, 'GET /forums HTTP/1.1\r\nX-'))
  for (let index = 0; index < BODIES; index += 1) {
    const head =
      'POST /rest/v1/rpc/nothing HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 90000'
    trickle(open(index, `${head}\r\n\r\n`))
  }
  const readers = Array.from({ length: READERS }, (_, index) => {
    const socket = open(index, `GET /rest/v1/lib_large HTTP/1.1\r\napikey: ${site.publishableKey}\r\n\r\n`)
    const hasBegun = new Promise<boolean>((resolve) => {
      socket.once('readable', () => resolve(/^HTTP\/1.1 200/.test(String(socket.read(12)))))
      socket.once('close', () => resolve(false))
    })
    return hasBegun
  })
  const result = await autocannon({
    url: site.url,
    connections: 16,
    duration: SECONDS,
    timeout: 5,
    requests: [
      { path: '/forums' },
      { path: '/rest/v1/threads?limit=5', headers: { apikey: site.publishableKey } },
    ],
  })
  const memory = peakMiB(site)
  for (const timer of timers) clearInterval(timer)
  for (const socket of sockets) socket.destroy()
  const begunCount = (await Promise.all(readers)).filter(Boolean).length
  await site.stop()
  const what = `${HEADERS} slow headers, ${BODIES} slow bodies, ${READERS} clients that do not read`
  return [
    {
      what: `${what}: failed requests of the others`,
      unit: '',
      ceiling: 0,
      aim: 0,
      value: result.errors + result.timeouts + result.non2xx,
      note: `of ${result.requests.total}`,
    },
    {
      what: `${what}: slowest request of the others`,
      value: result.latency.max,
      unit: 'ms',
      ceiling: MAX_LATENCY_MS,
      aim: 200,
      note: `p99 ${result.latency.p99} ms`,
    },
    {
      what: `${what}: memory`,
      value: memory,
      unit: 'MiB',
      ceiling: MAX_MEMORY_MIB,
      aim: 200,
      note: 'peak',
    },
    // The premise of this test: if the large responses were refused, nothing would stay unread.
    { what: `${what}: large responses that began`, value: begunCount, unit: '', floor: 1, aim: READERS },
  ]
}

async function openLargeTable({ adminDatabaseUrl, url, publishableKey }: TestServer): Promise<void> {
  const sql = connectDatabase(adminDatabaseUrl, { max: 1 })
  await sql.unsafe(`
    create table public.lib_large (id int primary key, text text not null);
    insert into public.lib_large select n, repeat('x', ${LARGE_ROW_BYTES}) from generate_series(1, ${LARGE_ROWS}) n;
    grant select on public.lib_large to anon;
    notify pgrst, 'reload schema'`)
  await sql.end()
  const until = performance.now() + 10_000
  for (;;) {
    const response = await fetch(`${url}/rest/v1/lib_large?limit=1`, { headers: { apikey: publishableKey } })
    await response.arrayBuffer()
    if (response.ok) return
    if (performance.now() > until) throw new Error(`the large table is not served: ${response.status}`)
  }
}

/** The server's peak memory (Linux). */
function peakMiB({ process: { pid } }: TestServer): number {
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1_024
}
