// The clients of bench/realtime.ts: bare sockets of protocol 2.0.0 that count what arrives and when.
import { WebSocket } from 'ws'

export type Order =
  | { kind: 'open'; url: string; key: string; sockets: number }
  | { kind: 'paced' | 'flood'; messages: number }
  | { kind: 'hold'; seconds: number }

export type Result = { expected: number; arrived: number; seconds: number; median: number; p99: number }

const TOPIC = 'realtime:bench'
/** Sockets that are opened at the same time. */
const OPENING = 50
const WARM_UP = 5
const GAP_MS = 100
const GIVE_UP_MS = 30_000

const sockets: WebSocket[] = []
let arrived = 0
let waits: number[] = []

process.on('message', (order: Order) => {
  const work = order.kind === 'open' ? open(order) : order.kind === 'hold' ? hold(order) : send(order)
  work.then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function open({ url, key, sockets: wanted }: Extract<Order, { kind: 'open' }>): Promise<Result> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
  while (sockets.length < wanted) {
    const batch = await Promise.all(
      Array.from({ length: Math.min(OPENING, wanted - sockets.length) }, () => join(address)),
    )
    sockets.push(...batch)
  }
  return { expected: wanted, arrived: sockets.length, seconds: 0, median: 0, p99: 0 }
}

/** The first messages meet code that nobody has run yet, on both sides. */
async function warmUp(): Promise<void> {
  const payload = { type: 'broadcast', event: 'message', payload: { at: 0 } }
  const expected = arrived + WARM_UP * sockets.length
  for (let index = 0; index < WARM_UP; index += 1) {
    sockets[index]?.send(JSON.stringify(['1', null, TOPIC, 'broadcast', payload]))
  }
  while (arrived < expected) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** How many are still open after `seconds` in which nobody says anything. */
async function hold({ seconds }: Extract<Order, { kind: 'hold' }>): Promise<Result> {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  const open = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN)
  return { expected: sockets.length, arrived: open.length, seconds, median: 0, p99: 0 }
}

function join(address: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false })
    socket.once('error', reject)
    socket.once('open', () => {
      const config = { broadcast: { self: true } }
      socket.send(JSON.stringify(['1', '1', TOPIC, 'phx_join', { config }]))
    })
    socket.once('message', () => {
      socket.on('message', count)
      resolve(socket)
    })
  })
}

function count(data: Buffer): void {
  const at = performance.now()
  arrived += 1
  // The payload is {"at":…} and the last thing in the frame.
  const sent = Number(data.toString('latin1', data.lastIndexOf('{"at":') + 6, data.length - 1))
  waits.push(at - sent)
}

/** Paced: one message after another has been heard. Flood: all at once. */
async function send({ kind, messages }: Extract<Order, { kind: 'paced' | 'flood' }>): Promise<Result> {
  if (kind === 'paced') await warmUp()
  arrived = 0
  waits = []
  const expected = messages * sockets.length
  const began = performance.now()
  for (let index = 0; index < messages; index += 1) {
    const payload = { type: 'broadcast', event: 'message', payload: { at: performance.now() } }
    sockets[index % sockets.length]?.send(JSON.stringify(['1', null, TOPIC, 'broadcast', payload]))
    if (kind === 'paced') await new Promise((resolve) => setTimeout(resolve, GAP_MS))
  }
  while (arrived < expected && performance.now() - began < GIVE_UP_MS) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const seconds = (performance.now() - began) / 1_000
  waits.sort((a, b) => a - b)
  const quantile = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? Number.NaN
  return { expected, arrived, seconds, median: quantile(0.5), p99: quantile(0.99) }
}
