// Channels under load: the memory of a socket, the time until a message has reached every socket, and deliveries per
// second of one core. The clients are bare sockets in a separate process (bench/sockets.ts), so that their work does not
// count as the server's.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { memoryOf } from '../tests/support/memory.ts'
import type { TestServer } from '../tests/support/server.ts'
import { cpuSeconds } from './load.ts'
import type { Row } from './report.ts'
import type { Command, Result } from './sockets.ts'

const SOCKETS = 2_000
const MESSAGES = 50
const IDLE_SOCKETS = 10_000
/** Longer than the server keeps a socket that sends nothing. */
const IDLE_SECONDS = 65

/** Measures `site`, which must have RATE_LIMITS=off. */
export async function channels(site: TestServer): Promise<Row[]> {
  const before = memoryOf(site).now
  const clients = fork(join(import.meta.dirname, 'sockets.ts'))
  try {
    await run(clients, { kind: 'open', url: site.url, key: site.publishableKey, sockets: SOCKETS })
    const perSocket = ((memoryOf(site).now - before) * 1_024 ** 2) / SOCKETS
    const paced = await run(clients, { kind: 'paced', messages: MESSAGES })
    const cpuBefore = cpuSeconds(site)
    const flood = await run(clients, { kind: 'flood', messages: MESSAGES })
    const cpu = cpuSeconds(site) - cpuBefore
    await run(clients, { kind: 'open', url: site.url, key: site.publishableKey, sockets: IDLE_SOCKETS })
    const idle = await run(clients, { kind: 'hold', seconds: IDLE_SECONDS })
    return [
      {
        what: `chat: one message to ${SOCKETS} sockets, 99th percentile of the delivery times`,
        value: paced.p99,
        unit: 'ms',
        ceiling: 100,
        aim: 30,
        note: `median ${paced.median.toFixed(0)} ms`,
      },
      {
        what: 'chat: deliveries lost',
        value: paced.expected - paced.arrived + (flood.expected - flood.arrived),
        unit: '',
        ceiling: 0,
        aim: 0,
        note: `of ${paced.expected + flood.expected}`,
      },
      { what: 'memory per socket', value: perSocket / 1_000, unit: 'kB', ceiling: 40, aim: 40 },
      {
        what: "broadcast deliveries per second of the server's CPU time",
        value: flood.arrived / cpu,
        unit: '/s',
        floor: 50_000,
        aim: 100_000,
        note: `${Math.round(flood.arrived / flood.seconds)}/s of wall time, clients on the same machine`,
      },
      {
        what: `idle sockets still open after ${IDLE_SECONDS} s`,
        value: idle.arrived,
        unit: '',
        floor: IDLE_SOCKETS,
        aim: IDLE_SOCKETS,
        note: `server uses ${Math.round(memoryOf(site).now)} MiB`,
      },
    ]
  } finally {
    clients.kill()
  }
}

function run(clients: ChildProcess, command: Command): Promise<Result> {
  return new Promise((resolve, reject) => {
    clients.once('message', (result) => resolve(result as Result))
    clients.once('exit', (code) => reject(new Error(`the clients exited with ${code}`)))
    clients.send(command)
  })
}
