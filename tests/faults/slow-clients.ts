// Some clients send their headers or body a byte at a time, or request twenty of the largest responses of a guest in advance
// and read none of them. Other clients must not become slower, from the first request on.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import autocannon from 'autocannon'
import { connect as connectDatabase } from '../../api/database/connection.ts'
import { type Row, rowsOf } from '../../bench/report.ts'
import { memoryOf } from '../support/memory.ts'
import { startServer, type TestServer } from '../support/server.ts'

const HEADERS = 300
const BODIES = 300
const READERS = 50
/** That each of the readers requests in advance. */
const ANSWERS = 20
const SECONDS = 10
const BYTE_EVERY_MS = 500
const MAX_LATENCY_MS = 1_000
const MAX_MEMORY_MIB = 300
/** What the others request. */
const GOOD = ['/forums', '/rest/v1/threads?limit=5']
/** A response with all rows has 7 MB, below a guest's limit. */
const LARGE_ROWS = 1_000
const LARGE_ROW_BYTES = 7_000

export async function slowClients(): Promise<Row[]> {
  const site = await startServer({ SEED: 'sample', TRUSTED_PROXIES: '127.0.0.1' })
  await openLargeTable(site)
  const timers: NodeJS.Timeout[] = []
  const sockets: Socket[] = []
  const open = (text: string) => {
    const { hostname, port } = new URL(site.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(text)
    sockets.push(socket)
    return socket
  }
  // From many addresses, so that the limits per address do not apply.
  const head = (line: string, index: number) =>
    `${line} HTTP/1.1\r\nHost: slow\r\nX-Forwarded-For: 198.51.100.${index % 250}\r\n`
  const trickle = (socket: Socket) =>
    timers.push(setInterval(() => socket.writable && socket.write('x'), BYTE_EVERY_MS))
  // Before the others, who are compared with it.
  await ask(site)
  for (let index = 0; index < HEADERS; index += 1) trickle(open(`${head('GET /forums', index)}X-`))
  const body = 'Content-Type: application/json\r\nContent-Length: 90000\r\n\r\n'
  for (let index = 0; index < BODIES; index += 1)
    trickle(open(head('POST /rest/v1/rpc/nothing', index) + body))
  const readers = Array.from({ length: READERS }, (_, index) => {
    const request = `${head('GET /rest/v1/lib_large', index)}apikey: ${site.publishableKey}\r\n\r\n`
    const socket = open(request.repeat(ANSWERS))
    return new Promise<boolean>((resolve) => {
      socket.once('readable', () => resolve(/^HTTP\/1.1 200/.test(String(socket.read(12)))))
      socket.once('close', () => resolve(false))
    })
  })
  await Promise.all(sockets.map((socket) => socket.readyState === 'open' || once(socket, 'connect')))
  const first = await ask(site)
  const result = await autocannon({
    url: site.url,
    connections: 16,
    duration: SECONDS,
    timeout: 5,
    requests: GOOD.map((path) => ({ path, headers: { apikey: site.publishableKey } })),
  })
  const { peak } = memoryOf(site)
  for (const timer of timers) clearInterval(timer)
  for (const socket of sockets) socket.destroy()
  const begun = (await Promise.all(readers)).filter(Boolean).length
  await site.stop()
  const what = `${HEADERS} slow headers, ${BODIES} slow bodies, ${READERS} clients that read nothing of ${ANSWERS} large answers each`
  const row = rowsOf(what)
  const latency = { unit: 'ms', ceiling: MAX_LATENCY_MS, aim: 200 }
  return [
    row('first requests after them, the slower one', Math.max(...first.map(({ ms }) => ms)), {
      ...latency,
      note: first.map(({ path, ms }) => `${path} ${Math.round(ms)} ms`).join(', '),
    }),
    row(
      'failed requests of the others',
      result.errors + result.timeouts + result.non2xx + first.filter(({ isAnswered }) => !isAnswered).length,
      { note: `of ${result.requests.total + first.length}` },
    ),
    row('slowest request of the others', result.latency.max, {
      ...latency,
      note: `p99 ${result.latency.p99} ms`,
    }),
    row('memory', peak, { unit: 'MiB', ceiling: MAX_MEMORY_MIB, aim: 200, note: 'peak' }),
    // The premise of this test: if the large responses were refused, nothing would stay unread.
    { what: `${what}: large responses that began`, value: begun, unit: '', floor: 1, aim: READERS },
  ]
}

/** Sends a good request of each kind at once. */
function ask({ url, publishableKey }: TestServer) {
  return Promise.all(
    GOOD.map(async (path) => {
      const start = performance.now()
      const response = await fetch(url + path, { headers: { apikey: publishableKey } })
      await response.arrayBuffer()
      return { path, ms: performance.now() - start, isAnswered: response.ok }
    }),
  )
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
