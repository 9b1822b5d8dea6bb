// Five hundred clients that send their head, send their body or read their answer a byte at a time, and the others.
import { connect, type Socket } from 'node:net'
import autocannon from 'autocannon'
import type { Row } from '../../bench/report.ts'
import { startServer } from '../support/server.ts'

const SLOW = 500
const SECONDS = 10
const DROP_EVERY_MS = 500
const GOOD_SHARE = 0.999

export async function slowClients(): Promise<Row[]> {
  const site = await startServer({ SEED: 'sample' })
  const { hostname, port } = new URL(site.url)
  const dropping: NodeJS.Timeout[] = []
  const sockets: Socket[] = []
  for (let index = 0; index < SLOW; index += 1) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    sockets.push(socket)
    const kind = index % 3
    if (kind === 2) {
      // Asks for much and takes nothing of it.
      socket.pause()
      socket.write('GET /forums HTTP/1.1\r\nHost: slow\r\n\r\n'.repeat(20))
      continue
    }
    socket.write(
      kind === 0
        ? 'GET /forums HTTP/1.1\r\nHost: slow\r\nX-'
        : 'POST /rest/v1/rpc/nothing HTTP/1.1\r\nHost: slow\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n',
    )
    dropping.push(setInterval(() => socket.writable && socket.write('x'), DROP_EVERY_MS))
  }
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
  for (const timer of dropping) clearInterval(timer)
  for (const socket of sockets) socket.destroy()
  await site.stop()
  const failed = result.errors + result.timeouts + result.non2xx
  return [
    {
      ...{
        what: `${SLOW} slow clients: share of good requests answered`,
        unit: '',
        floor: GOOD_SHARE,
        aim: 1,
      },
      value: (result.requests.total - failed) / result.requests.total,
      note: `of ${result.requests.total}, p99 ${result.latency.p99} ms`,
    },
  ]
}
