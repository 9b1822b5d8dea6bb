// How the process ends. On a signal it drains, closes what it opened and exits with 0. On an error that nobody caught its
// state is unknown: it logs the reason, gives running requests two seconds and exits with 1, and PostgreSQL runs on, so that
// the next process (scripts/supervise.mjs starts it) adopts it at once.
import type { Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOfNewConnection } from './database/connection.ts'
import type { Logger } from './log.ts'

const DRAIN_WITHIN_MS = 30_000
const CRASH_DRAIN_WITHIN_MS = 2_000
const CLOSE_WITHIN_MS = 15_000
const CLOSE_IDLE_EVERY_MS = 50

/** What a started process has to let go. */
export type Running = {
  /** Sends the clients of the channels to other nodes. */
  drain(): Promise<void>
  /** Closes what requests used. Called after the last of them. */
  close(): Promise<void>
}

/**
 * Ends the process on SIGINT, SIGTERM, SIGHUP, an uncaught exception and an unhandled rejection.
 * @param options.drainMs how long it serves on after a signal, so that a balancer has noticed when it stops
 * @param options.started what runs; a signal that comes earlier waits for it
 */
export function shutDownOnSignal(options: {
  server: Server
  log: Logger
  drainMs: number
  started: Promise<Running>
}): void {
  const { server, log, drainMs, started } = options
  let isStopping = false
  let hasCrashed = false
  // Kept alive, a connection that is about to close would be sent the client's next request.
  const unanswered = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    response.shouldKeepAlive &&= !isStopping
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
  })

  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    for (const response of unanswered) response.shouldKeepAlive = false
    log.info({ signal }, 'process.stopping')
    const { drain, close } = await started
    const left = drain()
    await sleep(drainMs)
    await Promise.all([endRequests(server, DRAIN_WITHIN_MS), left])
    const closed = await Promise.race([close().then(() => true), sleep(CLOSE_WITHIN_MS, false)])
    if (hasCrashed) return
    if (closed) log.info('process.stopped')
    else log.error('process.stop_timeout')
    process.exit(closed ? 0 : 1)
  }

  const crash = async (error: unknown, origin: string) => {
    if (isOfNewConnection(error)) return log.warn({ err: error }, 'db.connection_lost')
    log.fatal({ err: error, origin }, 'process.crashed')
    if (hasCrashed) process.exit(1)
    hasCrashed = true
    isStopping = true
    // Sockets are closed by the end of the process itself; their clients reconnect with a backoff of their own.
    await endRequests(server, CRASH_DRAIN_WITHIN_MS)
    process.exit(1)
  }

  // A rejection that nobody handles is raised as an uncaught exception, too.
  process.on('uncaughtException', (error, origin) => void crash(error, origin))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal))
  }
}

/** Takes no connections any more, lets running requests end, and cuts off what is left after `withinMs`. */
async function endRequests(server: Server, withinMs: number): Promise<void> {
  const forced = setTimeout(() => server.closeAllConnections(), withinMs)
  // A connection whose last request has just ended would be kept alive for the next one, which won't come.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  clearInterval(idle)
  clearTimeout(forced)
}
