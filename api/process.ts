// The process around a service: start order, port, HTTP server. Shutdown is in shutdown.ts.
import './environment.ts'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { assertStrong } from './backup/encryption.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type OpenDatabase, openDatabase } from './database/database.ts'
import type { Migrations } from './database/migrate.ts'
import { inTurn } from './http/in-turn.ts'
import { refuseUpgrade } from './http/refuse-upgrade.ts'
import { RetryLaterResponse } from './http/retry-later.ts'
import { withUnreadBodies } from './http/unread-body.ts'
import { createClientAddress } from './limits/client-address.ts'
import { createLog, type Logger } from './log.ts'
import { type Running, shutDownOnSignal } from './shutdown.ts'

const HEADERS_WITHIN_MS = 10_000
const REQUEST_WITHIN_MS = 30_000
const KEEP_ALIVE_MS = 75_000
const HEADER_BYTES = 16 * 1024
/** Of connections that were closed because there were too many. */
const REPORT_EVERY_MS = 60_000
/** EX_CONFIG of sysexits.h: a restart would fail again, which scripts/supervise.mjs and systemd know. */
const MISCONFIGURED = 78

export type Service = {
  listener: RequestListener
  /** Handles a WebSocket handshake. @returns whether it did; others are refused */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Printed next to the URL for an interactive start; never logged. */
  announced: Record<string, string>
  /** Reports not ready. */
  leave(): void
  /** Disconnects the clients of the channels and refuses new ones. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export type Served = {
  config: Config & { siteUrl: string }
  db: OpenDatabase
  log: Logger
  server: Server
}

/**
 * Runs until a signal ends it. Invalid settings end it at once, with one line each and exit code 78.
 * @param options.migrations schema in addition to the API's own; null: none
 * @param options.check validates what this entry needs before anything is touched; throws ConfigError
 * @param options.load loads the modules that `start` needs, while the database starts
 */
export function serve(options: {
  migrations: Migrations | null
  check?: (config: Config) => void | Promise<void>
  load?: () => Promise<unknown>
  start: (served: Served) => Promise<Service>
  announce: (url: string, service: Service) => void
}): void {
  run(options).catch((error: unknown) => {
    if (error instanceof ConfigError) {
      process.stderr.write(`${error.message}\n`)
      process.exit(MISCONFIGURED)
    }
    process.stderr.write(
      `ArthaChowk could not start: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
    )
    process.exit(1)
  })
}

async function run({ migrations, check, load, start, announce }: Parameters<typeof serve>[0]): Promise<void> {
  const config = await readConfig(process.env)
  assertStrong(config.backupPassphrase)
  createClientAddress(config.trustedProxies, { servers: config.trustedServers })
  await check?.(config)
  const log = createLog(config.logLevel)
  for (const hint of config.warnings) log.warn({ hint }, 'settings.secret_readable')
  // The port is bound first: a start that cannot be reached should not touch the database.
  const server = createServer({
    headersTimeout: HEADERS_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES,
    ServerResponse: RetryLaterResponse,
    // Other upgrade offers may be ignored (RFC 9110, 7.8): h2c is answered as HTTP/1.1.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  })
  limitConnections(server, config.maxConnections, log)
  const started = Promise.withResolvers<Running>()
  shutDownOnSignal({ server, log, drainMs: config.drainMs, started: started.promise })
  let running: Service | null = null
  server.on('upgrade', (request, socket, head) => {
    // Node removes its own error listener from an upgrading socket; an unhandled error ends the process.
    socket.on('error', () => socket.destroy())
    if (running === null) refuseUpgrade(socket, 503)
    else if (!running.upgrade(request, socket, head)) refuseUpgrade(socket, 404)
  })
  server.on(
    'request',
    inTurn(
      withUnreadBodies((request, response) => {
        if (running) running.listener(request, response)
        else response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Starting')
      }),
    ),
  )
  const url = await listen(server, config, log)
  try {
    const launched = Promise.withResolvers<void>()
    const opening = openDatabase(config, log, { migrations, launched: launched.resolve })
    const [db] = await Promise.all([opening, Promise.race([launched.promise, opening]).then(load)])
    const siteUrl = config.siteUrl ?? config.apiUrl ?? url
    const service = await start({ config: { ...config, siteUrl }, db, log, server })
    running = service
    log.info({ url: siteUrl }, 'process.listening')
    if (process.stdout.isTTY || process.env.ANNOUNCE) announce(siteUrl, service)
    started.resolve({
      leave: service.leave,
      drain: service.drain,
      close: async () => {
        await service.stop()
        await db.close()
      },
    })
  } catch (error) {
    server.close()
    throw error
  }
}

/** Closes further connections at once. Each costs memory and a file descriptor before it has sent a byte. */
function limitConnections(server: Server, most: number, log: Logger): void {
  let dropped = 0
  let timer: NodeJS.Timeout | null = null
  const report = () => {
    timer = null
    if (dropped === 0) return
    log.warn({ dropped, most }, 'http.connections_full')
    dropped = 0
    timer = setTimeout(report, REPORT_EVERY_MS).unref()
  }
  server.maxConnections = most
  server.on('drop', () => {
    dropped += 1
    if (!timer) report()
  })
}

function listen(server: Server, config: Config, log: Logger): Promise<string> {
  return new Promise((resolve, reject) => {
    // Stays registered: a connection that could not be accepted is reported here.
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (server.listening) return log.warn({ err: error }, 'http.accept_failed')
      const reason =
        error.code === 'EADDRINUSE'
          ? `PORT ${config.port} is taken on ${config.host}; stop what listens there or choose another`
          : `PORT ${config.port} on HOST ${config.host} cannot be used: ${error.message}`
      reject(new ConfigError(reason))
    })
    server.listen(config.port, config.host, () => {
      const { port } = server.address() as AddressInfo
      const host = config.host.includes(':') ? `[${config.host}]` : config.host
      resolve(`http://${host}:${port}`)
    })
  })
}
