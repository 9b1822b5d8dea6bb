// Observes requests: their duration by route and class of status, and the access log. Tens of thousands of cached pages
// a second pass here, so a request costs one look-up by URL, two readings of the clock and an addition.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { TrieRouter } from 'hono/router/trie-router'
import type { Config } from '../config.ts'
import { type ClientAddress, limitKey } from '../limits/client-address.ts'
import type { Logger } from '../log.ts'
import type { Cell } from './histogram.ts'
import { requestDurations } from './instruments.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** Requests without a matching pattern; anyone can request any address. */
const OTHER = 'other'
const MOST_URLS = 10_000
const LONGEST_URL = 256
const LONGEST_LOGGED_PATH = 200
const ABORTED = 'aborted'

/** The cells of a route, by class of status. */
type Route = { pattern: string; cells: Map<string, Cell> }

/**
 * @param patterns of routes in Hono's syntax, of which the first match counts; their parameters are not recorded
 * @returns a listener that observes; `listener` itself if neither metrics nor the access log are on
 */
export function observeRequests(
  listener: RequestListener,
  options: {
    config: Pick<Config, 'metricsToken' | 'accessLog'>
    log: Logger
    clientAddress: ClientAddress
    patterns: readonly string[]
  },
): RequestListener {
  const { config, log, clientAddress, patterns } = options
  if (config.metricsToken === null && config.accessLog.of === 'off') return listener
  const routeOf = routeFinder(patterns)
  const access = config.accessLog.of === 'off' ? null : accessLog(config.accessLog, log, clientAddress)
  return (request, response) => {
    const start = performance.now()
    // Before the listener, which may rewrite the URL.
    const url = request.url ?? '/'
    const end = () => {
      const seconds = (performance.now() - start) / 1_000
      const route = routeOf(url)
      const outcome = response.writableEnded ? `${Math.floor(response.statusCode / 100)}xx` : ABORTED
      let cell = route.cells.get(outcome)
      if (!cell) {
        cell = requestDurations.cell({ route: route.pattern, status: outcome })
        route.cells.set(outcome, cell)
      }
      cell.add(seconds)
      access?.(request, response, { url, route: route.pattern, seconds })
    }
    listener(request, response)
    // The response of a cached page is complete by now.
    if (response.writableEnded) end()
    else response.once('close', end)
  }
}

/** Finds the route of a URL. Results are cached for a while, because most requests are for few URLs. */
function routeFinder(patterns: readonly string[]): (url: string) => Route {
  const router = new TrieRouter<Route>()
  for (const pattern of new Set(patterns)) {
    const route = { pattern: pattern.replaceAll(/\{[^{}]*\}/g, ''), cells: new Map<string, Cell>() }
    router.add('GET', pattern, route)
  }
  const other: Route = { pattern: OTHER, cells: new Map() }
  const found = new Map<string, Route>()
  return (url) => {
    const known = found.get(url)
    if (known) return known
    const path = url.split('?', 1)[0] ?? '/'
    const [[match] = []] = path.startsWith('/') ? router.match('GET', path) : [[]]
    const route = match?.[0] ?? other
    if (url.length <= LONGEST_URL) {
      if (found.size >= MOST_URLS) found.clear()
      found.set(url, route)
    }
    return route
  }
}

type Handled = { url: string; route: string; seconds: number }

/** The access log: without query strings, which may contain tokens and searches, and by default without addresses. */
function accessLog(
  { of, addresses }: Config['accessLog'],
  siteLog: Logger,
  clientAddress: ClientAddress,
): (request: IncomingMessage, response: ServerResponse, handled: Handled) => void {
  // The access log has its own level, so that it is written at any LOG_LEVEL.
  const log = siteLog.child({}, { level: 'info' })
  return (request, response, { url, route, seconds }) => {
    const { statusCode, writableEnded } = response
    if (of === 'errors' && statusCode < 400 && writableEnded) return
    const line = {
      requestId: response.getHeader(REQUEST_ID_HEADER),
      method: request.method,
      path: (url.split('?', 1)[0] ?? '').slice(0, LONGEST_LOGGED_PATH),
      route,
      status: writableEnded ? statusCode : ABORTED,
      ms: Math.round(seconds * 10_000) / 10,
      address: addresses === 'off' ? undefined : shown(clientAddress(request), addresses),
    }
    log.info(line, 'http.request')
  }
}

/** The address, or its network: the first 24 bits of an IPv4 address, 48 of an IPv6 address. */
function shown(address: string, addresses: 'network' | 'full'): string {
  if (addresses === 'full') return address
  if (!isIPv6(address)) return address.replace(/\.\d+$/, '.0')
  return `${limitKey(address).split(':').slice(0, 3).join(':')}::`
}
