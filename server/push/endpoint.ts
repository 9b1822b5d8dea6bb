// Which addresses the site posts messages to. A member gives the address, so it must be one of a known push service: nothing
// else, such as a machine beside the server, may be reached that way. The table `push_subscriptions` checks the same. A list
// of names needs no look at addresses: only the owners of these names have a certificate for them, so a DNS that answers
// with an address of the own network ends in a failed handshake.
import { ECDH } from 'node:crypto'

export type Device = { endpoint: string; p256dh: string; auth: string }

/** Chrome and others, Firefox, Safari, Edge on Windows. */
const PUSH_SERVICES =
  /^https:\/\/(?:fcm\.googleapis\.com|(?:[a-z0-9-]+\.)+(?:push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))\/[\w.~:/?=&%+-]+$/
const LONGEST_ENDPOINT = 1_000

/** Whether a message can be sent to a device: a known push service, and keys that messages can be encrypted with. */
export function isDevice({ endpoint, p256dh, auth }: Device): boolean {
  const isKnown =
    endpoint.length <= LONGEST_ENDPOINT && PUSH_SERVICES.test(endpoint) && URL.canParse(endpoint)
  // The host that is connected to is what URL reads.
  return (
    isKnown &&
    new URL(endpoint).origin === endpoint.slice(0, endpoint.indexOf('/', 8)) &&
    hasKeys(p256dh, auth)
  )
}

function hasKeys(p256dh: string, auth: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  const isWhole = point.length === 65 && point.toString('base64url') === p256dh
  const secret = Buffer.from(auth, 'base64url')
  if (!isWhole || secret.length !== 16 || secret.toString('base64url') !== auth) return false
  try {
    // Throws unless the point is on the curve.
    return ECDH.convertKey(point, 'prime256v1', undefined, undefined, 'uncompressed').length === 65
  } catch {
    return false
  }
}
