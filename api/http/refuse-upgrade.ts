// The refusal of a WebSocket handshake, also while the service behind it is still being loaded.
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

const RETRY_AFTER_SECONDS = '10'

/** Responds to an upgrade request with a status and closes its connection. */
export function refuseUpgrade(stream: Duplex, status: number): void {
  const retry = status === 429 || status === 503 ? `Retry-After: ${RETRY_AFTER_SECONDS}\r\n` : ''
  // A client that keeps its half open would keep the socket for ever, because nothing else times out.
  stream.once('finish', () => stream.destroy())
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}
