// The deadlines of a shutdown, by a clock that the test controls.
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shutDownOnSignal } from './shutdown.ts'

/** Pending pauses, in the order of their requests. */
const pauses: { ms: number; end: () => void }[] = []
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, value: unknown) =>
    new Promise((resolve) => {
      pauses.push({ ms, end: () => resolve(value) })
    }),
}))

/** A server whose requests end only when they are aborted. */
class BusyServer extends EventEmitter {
  closed: () => void = () => undefined
  close(done: () => void) {
    this.closed = done
  }
  closeAllConnections = vi.fn(() => this.closed())
  closeIdleConnections = vi.fn()
}

let handlers: Map<string, (...args: unknown[]) => void>
let exit: ReturnType<typeof vi.fn>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  pauses.length = 0
  handlers = new Map()
  exit = vi.fn()
  vi.spyOn(process, 'on').mockImplementation((event, handler) => {
    handlers.set(String(event), handler)
    return process
  })
  vi.spyOn(process, 'exit').mockImplementation(exit as never)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function run(close: () => Promise<void>) {
  const steps: string[] = []
  const server = new BusyServer()
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) })
  shutDownOnSignal({
    server: server as unknown as Server,
    log,
    drainMs: 1_234,
    started: Promise.resolve({
      leave: () => steps.push('leave'),
      drain: async () => void steps.push('drain'),
      close,
    }),
  })
  return { server, lines, steps }
}

const turn = () => vi.advanceTimersByTimeAsync(0)

async function endPause(ms: number): Promise<void> {
  await vi.waitUntil(() => pauses.some((pause) => pause.ms === ms))
  pauses.find((pause) => pause.ms === ms)?.end()
  await turn()
}

test('after a signal requests have half a minute, and are then cut off', async () => {
  const { server, lines } = run(() => Promise.resolve())
  handlers.get('SIGTERM')?.('SIGTERM')
  await endPause(1_234)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(server.closeAllConnections).not.toHaveBeenCalled()
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.closeAllConnections).toHaveBeenCalled()
  expect(exit).toHaveBeenCalledWith(0)
  expect(lines).toEqual(['process.stopping', 'process.stopped'])
})

test('sockets stay until the load balancer has noticed that the process leaves', async () => {
  const { steps } = run(() => Promise.resolve())
  handlers.get('SIGTERM')?.('SIGTERM')
  await vi.waitUntil(() => pauses.length > 0)
  expect(steps).toEqual(['leave'])
  await endPause(1_234)
  expect(steps).toEqual(['leave', 'drain'])
})

test('closing resources may take a quarter of a minute; after that it is aborted and logged', async () => {
  const { server, lines } = run(() => new Promise(() => undefined))
  handlers.get('SIGTERM')?.('SIGTERM')
  await endPause(1_234)
  server.closed()
  await turn()
  expect(exit).not.toHaveBeenCalled()
  await endPause(15_000)
  expect(exit).toHaveBeenCalledWith(1)
  expect(lines).toEqual(['process.stopping', 'process.stop_timeout'])
})

test('after a crash requests have two seconds', async () => {
  const { server } = run(() => Promise.resolve())
  handlers.get('uncaughtException')?.(new Error('a bug'), 'uncaughtException')
  await vi.advanceTimersByTimeAsync(1_900)
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(server.closeAllConnections).toHaveBeenCalled()
  expect(exit).toHaveBeenCalledWith(1)
})
