// Shutdown. On a signal the process reports that it is not ready, drains, closes its resources and exits with 0. After
// an uncaught error its state is unknown: it logs the error, gives running requests two seconds and exits with 1.
// PostgreSQL keeps running, so that the next process (started by scripts/supervise.mjs) adopts it at once.
import type { Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOfNewConnection } from './database/connection.ts'
import { inTurn } from './http/in-turn.ts'
import type { Logger } from './log.ts'

const DRAIN_WITHIN_MS = 30_000
const CRASH_DRAIN_WITHIN_MS = 2_000
const CLOSE_WITHIN_MS = 15_000
const CLOSE_IDLE_EVERY_MS = 50

export type Running = {
  /** Reports that the process is not ready, for load balancers. */
  leave(): void
  /** Disconnects the clients of the channels. */
  drain(): Promise<void>
  /** Closes what requests used; called after the last one. */
  close(): Promise<void>
}

/**
 * Ends the process on SIGINT, SIGTERM, SIGHUP, an uncaught exception or an unhandled rejection.
 * @param options.drainMs how long to keep serving after a signal, so that a load balancer notices
 * @param options.started the running service; an earlier signal waits for it
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
  // A keep-alive connection that is about to close would receive the client's next request.
  const unanswered = new Set<ServerResponse>()
  server.on(
    'request',
    inTurn((_request, response) => {
      response.shouldKeepAlive &&= !isStopping
      unanswered.add(response)
      response.once('close', () => unanswered.delete(response))
    }),
  )

  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    for (const response of unanswered) response.shouldKeepAlive = false
    log.info({ signal }, 'process.stopping')
    const { leave, drain, close } = await started
    leave()
    // Sockets stay until the load balancer has noticed: clients that come back earlier would be sent here again.
    await sleep(drainMs)
    await Promise.all([endRequests(server, DRAIN_WITHIN_MS), drain()])
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
    // WebSockets are closed by the process exit; their clients reconnect with backoff.
    await endRequests(server, CRASH_DRAIN_WITHIN_MS)
    process.exit(1)
  }

  // An unhandled rejection is raised as an uncaught exception, too.
  process.on('uncaughtException', (error, origin) => void crash(error, origin))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal))
  }
}

/** Stops accepting connections, waits for running requests, and aborts the rest after `withinMs`. */
async function endRequests(server: Server, withinMs: number): Promise<void> {
  const forced = setTimeout(() => server.closeAllConnections(), withinMs)
  // A connection whose last request has just ended would be kept alive.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  clearInterval(idle)
  clearTimeout(forced)
}
