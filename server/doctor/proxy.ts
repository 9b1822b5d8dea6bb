// Checks of the path from a visitor to the site: HTTPS, the proxy's headers, WebSockets. They request SITE_URL like a
// visitor; only with this site's token does the server tell how the request arrived (api/http/proxy-probe.ts).
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import WebSocket from 'ws'
import type { Config } from '../../api/config.ts'
import { type Arrival, PROBE_HEADER, probeToken } from '../../api/http/proxy-probe.ts'
import { createClientAddress } from '../../api/limits/client-address.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'
import type { Settings } from './settings.ts'

/** A forged client address that nobody has (RFC 5737). */
export const CLAIMED = '198.51.100.77'
const WITHIN_MS = 8_000

export type WayFacts = {
  siteUrl: string
  trustedProxies: readonly string[]
  /** The response to GET /healthz; `failure` without one. */
  answer:
    | { status: number; isOurs: boolean; hsts: string | null; arrival: Arrival | null }
    | { failure: string }
  /** Of SITE_URL, with its end in milliseconds since 1970; null: SITE_URL is http. */
  certificate: { validTo: number } | null
  /** Where plain http redirects to: a Location, 'answered', or null when nothing listens. */
  plainHttp: string | null
  /** Status of a WebSocket handshake: 101, or that of a refusal; null without a response. */
  webSocket: number | null
}

/** @param secrets keys of the site; null: a start would create them, so the site is not running */
export async function checkWay(settings: Settings, secrets: Config['secrets'] | null): Promise<Finding[]> {
  const { siteUrl, trustedProxies } = settings
  if (siteUrl === null) return [ok('HTTPS', 'SITE_URL is not set: the site is for this machine')]
  const url = new URL(siteUrl)
  const isHttps = url.protocol === 'https:'
  const answer = await askHealth(siteUrl, secrets?.ENCRYPTION_KEY ?? null)
  const isThere = !('failure' in answer) && answer.isOurs
  return judgeWay(
    {
      siteUrl,
      trustedProxies,
      answer,
      certificate: isHttps ? await certificateOf(url) : null,
      plainHttp: isHttps ? await askPlainHttp(url.hostname) : null,
      webSocket: isThere ? await askWebSocket(siteUrl) : null,
    },
    Date.now(),
  )
}

const DAY_MS = 86_400_000
const EXPIRES_SOON_DAYS = 14

export function judgeWay(facts: WayFacts, now: number): Finding[] {
  const { siteUrl, answer } = facts
  if ('failure' in answer) {
    return [
      wrong(
        'HTTPS',
        `${siteUrl} does not answer (${answer.failure})`,
        'Start the site and its proxy; check DNS, firewall and certificate (docs/operations/install.md)',
      ),
    ]
  }
  if (!answer.isOurs) {
    return [
      wrong(
        'HTTPS',
        `Something else answers at ${siteUrl}/healthz, with status ${answer.status}`,
        'Let the proxy pass every path of SITE_URL to the site; 502 and 503 mean that the site does not run',
      ),
    ]
  }
  return [
    ...judgeHttps(facts, answer.hsts, now),
    ...judgeArrival(facts, answer.arrival),
    ...judgeSockets(facts),
  ]
}

function judgeHttps(
  { siteUrl, certificate, plainHttp }: WayFacts,
  hsts: string | null,
  now: number,
): Finding[] {
  if (!siteUrl.startsWith('https:'))
    return [ok('HTTPS', `The site answers at ${siteUrl}, without encryption`)]
  const findings: Finding[] = []
  const days = certificate ? Math.floor((certificate.validTo - now) / DAY_MS) : null
  if (days !== null && days < EXPIRES_SOON_DAYS) {
    findings.push(
      warning(
        'HTTPS',
        `The certificate ends in ${days} days`,
        'See why it was not renewed: journalctl -u caddy, or certbot renew --dry-run',
      ),
    )
  }
  if (plainHttp !== null && !plainHttp.startsWith('https:')) {
    findings.push(
      warning(
        'HTTPS',
        'Plain http does not lead to https',
        'Let the proxy answer port 80 with 301 and the https address, as the samples in deploy/ do',
      ),
    )
  }
  if (!hsts) {
    findings.push(
      warning(
        'HTTPS',
        'The proxy drops the header Strict-Transport-Security',
        'Let the proxy pass the headers of the site',
      ),
    )
  }
  if (findings.length > 0) return findings
  const until = days === null ? '' : `, with a certificate for ${days} more days`
  return [ok('HTTPS', `The site answers at ${siteUrl}${until}`)]
}

/** Whether the site distinguishes visitors' addresses, and whether a visitor could forge one. */
function judgeArrival({ siteUrl, trustedProxies }: WayFacts, arrival: Arrival | null): Finding[] {
  const CHECK = 'proxy'
  if (!arrival) {
    return [
      warning(
        CHECK,
        'The site did not say how the request arrived: it has other keys, or the proxy drops headers',
        'Run npm run doctor with the data folder and the settings of the site',
      ),
    ]
  }
  const { address, peer, forwardedFor } = arrival
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  const last = hops.at(-1) ?? ''
  const seen = `X-Forwarded-For arrives as ${forwardedFor ?? 'nothing'} from ${peer}, and the visitor counts as ${address}`
  const isTrusted = (of: string) =>
    createClientAddress(trustedProxies)({
      headers: { 'x-forwarded-for': CLAIMED },
      socket: { remoteAddress: of },
    } as never) === CLAIMED
  if (last === CLAIMED) {
    // Nothing was added: there is no proxy, or one that passes on the visitor's header.
    if (address === CLAIMED) {
      return [
        wrong(
          CHECK,
          `A visitor may choose an address: ${seen}`,
          'Let the proxy set X-Forwarded-For itself, and name nothing but the proxy in TRUSTED_PROXIES',
        ),
      ]
    }
    if (siteUrl.startsWith('https:')) {
      return [
        wrong(
          CHECK,
          `The proxy does not set X-Forwarded-For: ${seen}`,
          'Add it, as the samples in deploy/ do, and name the proxy in TRUSTED_PROXIES',
        ),
      ]
    }
    return [ok(CHECK, `There is no proxy, and what a visitor writes is not believed: ${seen}`)]
  }
  if (!isTrusted(peer)) {
    return [wrong(CHECK, `All visitors count as one, the proxy: ${seen}`, `Add ${peer} to TRUSTED_PROXIES`)]
  }
  if (isTrusted(last)) {
    return [
      warning(
        CHECK,
        `This machine is itself a trusted proxy, so it cannot tell what a visitor could do: ${seen}`,
        'Run npm run doctor from a place that TRUSTED_PROXIES does not name, or resolve SITE_URL to the public address',
      ),
    ]
  }
  if (address === CLAIMED) {
    return [
      wrong(
        CHECK,
        `A visitor may choose an address: ${seen}`,
        'Name nothing but your proxies in TRUSTED_PROXIES',
      ),
    ]
  }
  return [ok(CHECK, `Visitors are told apart: ${seen}`)]
}

const SWITCHING_PROTOCOLS = 101

function judgeSockets({ webSocket }: WayFacts): Finding[] {
  if (webSocket === SWITCHING_PROTOCOLS) return [ok('websocket', 'WebSockets reach the site')]
  return [
    wrong(
      'websocket',
      `WebSockets do not reach the site (${webSocket ?? 'no answer'}): chat and live updates stay still`,
      'Let the proxy pass Upgrade and Connection for /realtime/v1/websocket, as the samples in deploy/ do',
    ),
  ]
}

async function askHealth(siteUrl: string, key: string | null): Promise<WayFacts['answer']> {
  try {
    const response = await fetch(`${siteUrl}/healthz`, {
      headers: {
        'x-forwarded-for': CLAIMED,
        ...(key ? { [PROBE_HEADER]: probeToken(key, Date.now()) } : {}),
      },
      // The token must not be sent to another address.
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    const body = (await response.json().catch(() => null)) as { status?: unknown; arrival?: Arrival } | null
    return {
      status: response.status,
      isOurs: response.ok && body?.status === 'ok',
      hsts: response.headers.get('strict-transport-security'),
      arrival: body?.arrival ?? null,
    }
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error & { code?: string } }
    return { failure: cause?.code ?? cause?.message ?? message }
  }
}

function certificateOf({ hostname, port }: URL): Promise<WayFacts['certificate']> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const options = {
      host,
      port: Number(port || 443),
      timeout: WITHIN_MS,
      ...(isIP(host) ? {} : { servername: host }),
    }
    const socket = connect(options, () => {
      resolve({ validTo: Date.parse(socket.getPeerCertificate().valid_to) })
      socket.destroy()
    })
    const none = () => {
      socket.destroy()
      resolve(null)
    }
    socket.once('error', none)
    socket.once('timeout', none)
  })
}

async function askPlainHttp(hostname: string): Promise<string | null> {
  try {
    const response = await fetch(`http://${hostname}/`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    await response.body?.cancel()
    return response.headers.get('location') ?? 'answered'
  } catch {
    return null
  }
}

function askWebSocket(siteUrl: string): Promise<number | null> {
  return new Promise((resolve) => {
    const address = `${siteUrl.replace(/^http/, 'ws')}/realtime/v1/websocket?vsn=1.0.0`
    const socket = new WebSocket(address, { handshakeTimeout: WITHIN_MS, followRedirects: false })
    socket.once('open', () => {
      resolve(SWITCHING_PROTOCOLS)
      socket.close()
    })
    socket.once('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? null)
      request.destroy()
    })
    socket.once('error', () => resolve(null))
  })
}
