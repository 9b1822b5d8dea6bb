// The clients of bench/realtime.ts: bare sockets of protocol 2.0.0 that record when messages arrive.
import { WebSocket } from 'ws'

export type Command =
  | { kind: 'open'; url: string; key: string; sockets: number }
  | { kind: 'paced' | 'flood'; messages: number }
  | { kind: 'hold'; seconds: number }

export type Result = { expected: number; arrived: number; seconds: number; median: number; p99: number }

const TOPIC = 'realtime:bench'
/** Sockets that are opened at the same time. */
const OPEN_AT_ONCE = 50
const WARM_UP = 5
const GAP_MS = 100
const TIMEOUT_MS = 30_000

const sockets: WebSocket[] = []
let arrived = 0
let delays: number[] = []

process.on('message', (command: Command) => {
  const work =
    command.kind === 'open' ? open(command) : command.kind === 'hold' ? hold(command) : send(command)
  work.then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function open({ url, key, sockets: wanted }: Extract<Command, { kind: 'open' }>): Promise<Result> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
  while (sockets.length < wanted) {
    const batch = await Promise.all(
      Array.from({ length: Math.min(OPEN_AT_ONCE, wanted - sockets.length) }, () => join(address)),
    )
    sockets.push(...batch)
  }
  return { expected: wanted, arrived: sockets.length, seconds: 0, median: 0, p99: 0 }
}

/** The first messages run code that is not compiled yet, on both sides, so they are not measured. */
async function warmUp(): Promise<void> {
  const payload = { type: 'broadcast', event: 'message', payload: { at: 0 } }
  const expected = arrived + WARM_UP * sockets.length
  for (let index = 0; index < WARM_UP; index += 1) {
    sockets[index]?.send(JSON.stringify(['1', null, TOPIC, 'broadcast', payload]))
  }
  while (arrived < expected) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** @returns how many sockets are still open after `seconds` without messages */
async function hold({ seconds }: Extract<Command, { kind: 'hold' }>): Promise<Result> {
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
  delays.push(at - sent)
}

/** Paced: a message every `GAP_MS`. Flood: all messages at once. */
async function send({ kind, messages }: Extract<Command, { kind: 'paced' | 'flood' }>): Promise<Result> {
  if (kind === 'paced') await warmUp()
  arrived = 0
  delays = []
  const expected = messages * sockets.length
  const start = performance.now()
  for (let index = 0; index < messages; index += 1) {
    const payload = { type: 'broadcast', event: 'message', payload: { at: performance.now() } }
    sockets[index % sockets.length]?.send(JSON.stringify(['1', null, TOPIC, 'broadcast', payload]))
    if (kind === 'paced') await new Promise((resolve) => setTimeout(resolve, GAP_MS))
  }
  while (arrived < expected && performance.now() - start < TIMEOUT_MS) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const seconds = (performance.now() - start) / 1_000
  delays.sort((a, b) => a - b)
  const quantile = (share: number) => delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN
  return { expected, arrived, seconds, median: quantile(0.5), p99: quantile(0.99) }
}
