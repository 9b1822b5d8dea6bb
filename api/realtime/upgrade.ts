// Accepts WebSocket upgrades: from the pages of the site and of its apps, and from programs without an Origin, with a
// limit per address.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { allowedOrigins } from '../addresses.ts'
import type { Auth } from '../auth/auth.ts'
import { CredentialError } from '../auth/authenticate.ts'
import type { Config } from '../config.ts'
import { refuseUpgrade } from '../http/refuse-upgrade.ts'
import { limitKey } from '../limits/client-address.ts'
import type { Limits } from '../limits/limits.ts'
import { RULES } from '../limits/rules.ts'
import { limitHits } from '../observability/instruments.ts'
import type { Channel } from './channel.ts'
import { type Incoming, versionOf } from './frames.ts'
import { Socket } from './socket.ts'

const SOCKET_PATH = '/realtime/v1/websocket'
const PAYLOAD_BYTES = 64 * 1024

export function createUpgradeHandler(options: {
  config: Config & { siteUrl: string }
  limits: Limits
  auth: Auth
  sockets: Set<Socket<Channel>>
  handle: (socket: Socket<Channel>, message: Incoming) => Promise<void> | void
  closed: (socket: Socket<Channel>) => void
}) {
  const { config, limits, auth, sockets, handle, closed } = options
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: PAYLOAD_BYTES,
    // Compression costs memory per socket, and a small message could expand to a large one.
    perMessageDeflate: false,
    autoPong: false,
    clientTracking: false,
  })
  const perAddress = new Map<string, number>()
  const origins = allowedOrigins(config)
  const mostSockets = config.requestLimits.sockets ?? RULES.sockets.points
  let isClosed = false

  const judge = async (request: IncomingMessage, address: string, url: URL): Promise<number> => {
    if (isClosed) return 503
    if (!isOwnPage(request, origins)) return 403
    if (versionOf(url.searchParams.get('vsn')) === null) return 400
    const apiKey = url.searchParams.get('apikey')
    if (apiKey !== null) {
      if (!/^[\x21-\x7e]*$/.test(apiKey)) return 401
      try {
        await auth.identify({ apiKey, authorization: null }, address)
      } catch (error) {
        if (error instanceof CredentialError) return error.status
        throw error
      }
    }
    return 101
  }

  const open = (request: IncomingMessage, stream: Duplex, head: Buffer, address: string, url: URL) => {
    const key = limitKey(address)
    // Counted here, after the checks: concurrent upgrades must not exceed the limit.
    if (config.rateLimits && (perAddress.get(key) ?? 0) >= mostSockets) {
      limitHits.inc({ limit: 'sockets', outcome: 'refused' })
      return refuseUpgrade(stream, 429)
    }
    server.handleUpgrade(request, stream, head, (ws) => {
      perAddress.set(key, (perAddress.get(key) ?? 0) + 1)
      const socket = new Socket<Channel>({
        ws,
        version: versionOf(url.searchParams.get('vsn')) ?? '1.0.0',
        address,
        apiKey: url.searchParams.get('apikey'),
        limited: config.rateLimits,
        handle,
        closed: (gone) => {
          const left = (perAddress.get(key) ?? 1) - 1
          if (left > 0) perAddress.set(key, left)
          else perAddress.delete(key)
          closed(gone)
        },
      })
      sockets.add(socket)
    })
  }

  return {
    close: () => {
      isClosed = true
    },
    upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer): boolean => {
      const url = URL.parse(request.url ?? '/', 'http://realtime.invalid')
      if (url?.pathname !== SOCKET_PATH) return false
      const address = limits.clientAddress(request)
      judge(request, address, url)
        .then((status) =>
          status === 101 ? open(request, stream, head, address, url) : refuseUpgrade(stream, status),
        )
        .catch(() => refuseUpgrade(stream, 500))
      return true
    },
  }
}

/** Browsers send the page's Origin. A client without one is not a browser and has no ambient credentials. */
function isOwnPage({ headers, socket }: IncomingMessage, origins: ReadonlySet<string>): boolean {
  const { origin } = headers
  if (origin === undefined) return true
  if (origins.has(origin)) return true
  // The process's own address, by its loopback names.
  const own = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `http://${name}:${socket.localPort}`)
  return own.includes(origin) && `http://${headers.host}` === origin
}
