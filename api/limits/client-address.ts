// Determines the client's address, for limits. Anyone can send X-Forwarded-For; only the entries at its right end
// that trusted proxies and servers of apps added are used, and Sb-Forwarded-For beside the secret key.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { ConfigError } from '../config.ts'

type Asking = Pick<IncomingMessage, 'headers' | 'socket'>
export type ClientAddress = (request: Asking) => string

/** Who besides proxies may name the visitor of a request. */
type Named = {
  /** Addresses or CIDR ranges of servers that ask for their visitors. */
  servers: readonly string[]
  /** Whose holder may name the visitor from any address. */
  isSecretKey?: (apiKey: string) => boolean
}

/**
 * @param proxies addresses or CIDR ranges of the operator's proxies
 * @throws ConfigError naming TRUSTED_PROXIES or TRUSTED_SERVERS when one is neither
 */
export function createClientAddress(
  proxies: readonly string[],
  { servers, isSecretKey = () => false }: Named = { servers: [] },
): ClientAddress {
  const isProxy = addressTest('TRUSTED_PROXIES', proxies)
  const isServer = addressTest('TRUSTED_SERVERS', servers)
  return (request) => {
    const named = namedByKey(request, isSecretKey)
    if (named) return named
    let client = socketAddress(request)
    const hops = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',').reverse()
    for (const hop of hops) {
      if (!isProxy(client) && !isServer(client)) break
      const before = plain(hop.trim())
      // Something other than an address: the one that wrote it is the last known hop.
      if (!isIP(before)) break
      client = before
    }
    // A server's own word in the standard's header. A proxy passes on what strangers write there.
    return isServer(client) ? (forwardedFor(request) ?? client) : client
  }
}

/** Sb-Forwarded-For, as upstream has it: the visitor, of a server without an address of its own. */
function namedByKey({ headers }: Asking, isSecretKey: (apiKey: string) => boolean): string | null {
  const { 'sb-forwarded-for': visitor, apikey } = headers
  if (typeof visitor !== 'string' || typeof apikey !== 'string' || !isSecretKey(apikey)) return null
  const address = plain((visitor.split(',', 1)[0] ?? '').trim())
  return isIP(address) ? address : null
}

/** The last `for` of Forwarded (RFC 7239) that is an address. */
function forwardedFor({ headers }: Asking): string | null {
  const last = [headers.forwarded ?? ''].flat().join(',').split(',').at(-1) ?? ''
  const part = last
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.slice(0, 4).toLowerCase() === 'for=')
  const address = plain((part ?? '').slice(4).replaceAll('"', ''))
  return isIP(address) ? address : null
}

/** Whether a trusted proxy sent a request. @throws as createClientAddress */
export function createFromProxy(trusted: readonly string[]): (request: Connected) => boolean {
  const isProxy = addressTest('TRUSTED_PROXIES', trusted)
  return (request) => isProxy(socketAddress(request))
}

type Connected = Pick<IncomingMessage, 'socket'>

function socketAddress({ socket }: Connected): string {
  return plain(socket.remoteAddress ?? '0.0.0.0')
}

function addressTest(setting: string, ranges: readonly string[]): (address: string) => boolean {
  const addresses = new BlockList()
  for (const range of ranges) allow(addresses, range, setting)
  return (address) => addresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * The key that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address, because one subscriber owns
 * the rest.
 */
export function limitKey(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean)
    // An IPv4 tail (64:ff9b::1.2.3.4) fills two groups.
    const filled = groups.length + rest.length + (tail.includes('.') ? 1 : 0)
    groups.push(...Array.from({ length: 8 - filled }, () => '0'), ...rest)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function allow(addresses: BlockList, range: string, setting: string): void {
  const [address = '', prefix, ...more] = range.split('/')
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  const bits = prefix === undefined ? null : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  const tooLong = bits !== null && !(bits <= (family === 'ipv6' ? 128 : 32))
  if (!isIP(address) || tooLong || more.length > 0) {
    throw new ConfigError(
      `${setting} must be a list of addresses or CIDR ranges (it has ${JSON.stringify(range)})`,
    )
  }
  if (bits === null) addresses.addAddress(address, family)
  else addresses.addSubnet(address, bits, family)
}

/** Strips port, brackets, zone, and the ::ffff: prefix with which a dual-stack socket reports IPv4. */
function plain(address: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? []
  const [, ported] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address) ?? []
  const [bare = ''] = (bracketed ?? ported ?? address).split('%', 1)
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? []
  return mapped ?? bare.toLowerCase()
}
