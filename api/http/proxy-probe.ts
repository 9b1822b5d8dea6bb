// Tells `npm run doctor` how its own request arrived through the proxies, and with which addresses. It requires a token
// that is derived from ENCRYPTION_KEY and at most a minute old.
import type { IncomingMessage } from 'node:http'
import { deriveKey, hmac, isEqual } from '../crypto.ts'
import { createClientAddress } from '../limits/client-address.ts'

export const PROBE_HEADER = 'x-proxy-probe'
const VALID_MS = 60_000

/** How a request arrived. */
export type Arrival = {
  /** The address that rate limits count by. */
  address: string
  /** The socket's peer: the nearest proxy, or the visitor. */
  peer: string
  /** X-Forwarded-For as received; null without it. */
  forwardedFor: string | null
}

/** A token for one request. @param encryptionKey of the site */
export function probeToken(encryptionKey: string, now: number): string {
  const until = String(now + VALID_MS)
  return `${until}.${sign(encryptionKey, until)}`
}

/** @returns reads how a request arrived; null without a valid token */
export function createProxyProbe(encryptionKey: string, trustedProxies: readonly string[]) {
  const clientAddress = createClientAddress(trustedProxies)
  return (request: Pick<IncomingMessage, 'headers' | 'socket'>, now: number): Arrival | null => {
    const token = request.headers[PROBE_HEADER]
    if (typeof token !== 'string') return null
    const [until = '', signature = ''] = token.split('.', 2)
    const left = Number(until) - now
    if (!/^\d{1,15}$/.test(until) || left <= 0 || left > VALID_MS) return null
    if (!isEqual(signature, sign(encryptionKey, until))) return null
    return {
      address: clientAddress(request),
      peer: request.socket.remoteAddress ?? '',
      forwardedFor: [request.headers['x-forwarded-for'] ?? []].flat().join(', ') || null,
    }
  }
}

function sign(encryptionKey: string, until: string): string {
  return hmac(deriveKey(encryptionKey, 'arthachowk proxy probe'), until)
}
