// The crowd of strangers.ts, a process of its own: connections that open a page each, the next one from another address as
// soon as it was answered. Who is refused waits a tenth of the time that it is told to; none reads a page twice.

import { randomUUID } from 'node:crypto'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Crowd, CrowdCounts } from './strangers.ts'

/** The first round takes 40 ms for the slowest of 300, the tenth 30. */
const WARM_UP_ROUNDS = 10

const counts: CrowdCounts = { served: 0, refused: 0, failed: 0, refusalMs: [] }
let isOpen = true
let turn = 0

/** A discussion that is opened for the first time, or one at an address that is never kept. */
function nextPath(paths: string[]): string {
  turn += 1
  return paths[turn] ?? `/forums?message=${randomUUID()}`
}

function nextAddress(): string {
  return `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
}

/** @returns whether it was served */
function open(url: URL, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const start = performance.now()
    const headers = { 'x-forwarded-for': nextAddress(), accept: 'text/html', 'accept-encoding': 'br' }
    get(url, { agent, headers }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 200) counts.served += 1
        else if (response.statusCode === 503 && response.headers['retry-after']) {
          counts.refused += 1
          counts.refusalMs.push(performance.now() - start)
        } else counts.failed += 1
        resolve(response.statusCode === 200)
      })
    }).once('error', () => {
      counts.failed += 1
      resolve(false)
    })
  })
}

async function begin({ site, size, paths, pauseMs }: Crowd): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: size })
  // Their connections are open and this process's code is compiled: what is measured is the site.
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
    await Promise.all(Array.from({ length: size }, () => open(new URL('/robots.txt', site), agent)))
  Object.assign(counts, { served: 0 })
  process.send?.('begun')
  await Promise.all(
    Array.from({ length: size }, async () => {
      while (isOpen) {
        const isServed = await open(new URL(nextPath(paths), site), agent)
        // Not all of them in the same instant, as after the first one.
        if (!isServed) await sleep(pauseMs * (0.5 + Math.random()))
      }
    }),
  )
  process.send?.(counts)
}

process.on('message', (message: Crowd | 'stop') => {
  if (message === 'stop') isOpen = false
  else void begin(message)
})
