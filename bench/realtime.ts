// The channels under load: what a socket costs, how soon a message to all has reached the last, how many deliveries
// one core makes. The clients are bare sockets in a process of their own (bench/sockets.ts), so that their work is
// not the server's.
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestServer } from '../tests/support/server.ts'
import type { Row } from './report.ts'
import type { Order, Result } from './sockets.ts'

const SOCKETS = 2_000
const MESSAGES = 50
const IDLE_SOCKETS = 10_000
/** Longer than a socket may be silent before it is given up for gone. */
const IDLE_SECONDS = 65

/** Measures `site`, which must have RATE_LIMITS=off. */
export async function channels(site: TestServer): Promise<Row[]> {
  const before = residentBytes(site)
  const crowd = fork(join(import.meta.dirname, 'sockets.ts'))
  try {
    await ask(crowd, { kind: 'open', url: site.url, key: site.publishableKey, sockets: SOCKETS })
    const perSocket = (residentBytes(site) - before) / SOCKETS
    const paced = await ask(crowd, { kind: 'paced', messages: MESSAGES })
    const cpuBefore = cpuSeconds(site)
    const flood = await ask(crowd, { kind: 'flood', messages: MESSAGES })
    const cpu = cpuSeconds(site) - cpuBefore
    await ask(crowd, { kind: 'open', url: site.url, key: site.publishableKey, sockets: IDLE_SOCKETS })
    const held = await ask(crowd, { kind: 'hold', seconds: IDLE_SECONDS })
    return [
      {
        what: `chat: one message to ${SOCKETS} sockets, 99th percentile of all arrivals`,
        value: paced.p99,
        unit: 'ms',
        ceiling: 250,
        aim: 100,
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
      { what: 'memory of a socket', value: perSocket / 1_000, unit: 'kB', ceiling: 40, aim: 40 },
      {
        what: "broadcast deliveries per second of the server's processor time",
        value: flood.arrived / cpu,
        unit: '/s',
        floor: 20_000,
        aim: 60_000,
        note: `${Math.round(flood.arrived / flood.seconds)}/s by the clock, clients on the same machine`,
      },
      {
        what: `idle sockets still open after ${IDLE_SECONDS} s`,
        value: held.arrived,
        unit: '',
        floor: IDLE_SOCKETS,
        aim: IDLE_SOCKETS,
        note: `server then at ${Math.round(residentBytes(site) / 1024 ** 2)} MiB`,
      },
    ]
  } finally {
    crowd.kill()
  }
}

function ask(crowd: ChildProcess, order: Order): Promise<Result> {
  return new Promise((resolve, reject) => {
    crowd.once('message', (result) => resolve(result as Result))
    crowd.once('exit', (code) => reject(new Error(`the clients ended with ${code}`)))
    crowd.send(order)
  })
}

function residentBytes({ process: child }: TestServer): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1_024
}

/** User and system time; Linux counts in hundredths of a second. */
function cpuSeconds({ process: child }: TestServer): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
