// Connections that cost more than they are worth: more than are allowed, and those that send many requests in advance.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

const MOST = 40
/** Of a test's large table: as an answer 7 MB. */
const ROWS = 1_000

let server: TestServer

beforeAll(async () => {
  server = await startServer({ MAX_CONNECTIONS: String(MOST) })
  const sql = openDatabase(server)
  await sql.unsafe(`
    create table public.lib_large (id int primary key, text text not null);
    insert into public.lib_large select n, repeat('x', 7000) from generate_series(1, ${ROWS}) n;
    grant select on public.lib_large to anon;
    notify pgrst, 'reload schema'`)
  await sql.end()
})
afterAll(() => server?.stop())

async function large(): Promise<{ status: number; bytes: number }> {
  const response = await fetch(`${server.url}/rest/v1/lib_large`, {
    headers: { apikey: server.publishableKey },
  })
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
}

function open(): Socket {
  const { hostname, port } = new URL(server.url)
  return connect(Number(port), hostname).on('error', () => undefined)
}

test('a client that requests twenty large answers in advance and reads none leaves room for others', async () => {
  await expect.poll(async () => (await large()).status).toBe(200)
  const socket = open().pause()
  const request = `GET /rest/v1/lib_large HTTP/1.1\r\nHost: site\r\napikey: ${server.publishableKey}\r\n\r\n`
  socket.write(request.repeat(20))
  await new Promise((resolve) => socket.once('readable', resolve))
  const statuses: number[] = []
  for (let turn = 0; turn < 10; turn += 1) statuses.push((await large()).status)
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
  socket.destroy()
})

test('connections beyond MAX_CONNECTIONS are closed at once, and there is room again when others leave', async () => {
  const sockets: Socket[] = []
  const isClosed = (socket: Socket) =>
    Promise.race([
      new Promise<boolean>((resolve) => socket.once('close', () => resolve(true))),
      // Answered: it is open.
      new Promise<boolean>((resolve) => socket.once('data', () => resolve(false))),
    ])
  const visit = () => {
    const socket = open()
    socket.write('GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n')
    sockets.push(socket)
    return isClosed(socket)
  }
  const closed = await Promise.all(Array.from({ length: MOST * 2 }, visit))
  expect(closed.filter((isIt) => !isIt).length).toBeGreaterThan(MOST / 2)
  expect(closed.filter((isIt) => !isIt).length).toBeLessThanOrEqual(MOST)
  await expect.poll(() => server.log().filter(({ msg }) => msg === 'http.connections_full')).toHaveLength(1)
  for (const socket of sockets) socket.destroy()
  await expect.poll(visit).toBe(false)
  for (const socket of sockets) socket.destroy()
})
