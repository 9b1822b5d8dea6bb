// Determines the client's address, for limits. Anyone can send X-Forwarded-For; only the entries at its right end
// that trusted proxies added are used.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { ConfigError } from '../config.ts'

export type ClientAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string

/**
 * @param trusted addresses or CIDR ranges of the operator's proxies
 * @throws ConfigError naming TRUSTED_PROXIES when one is neither
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const isProxy = proxyTest(trusted)
  return (request) => {
    let client = socketAddress(request)
    const hops = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',').reverse()
    for (const hop of hops) {
      if (!isProxy(client)) break
      const before = plain(hop.trim())
      // The proxy wrote something other than an address: the proxy is the last known hop.
      if (!isIP(before)) break
      client = before
    }
    return client
  }
}

/** Whether a trusted proxy sent a request. @throws as createClientAddress */
export function createFromProxy(trusted: readonly string[]): (request: Connected) => boolean {
  const isProxy = proxyTest(trusted)
  return (request) => isProxy(socketAddress(request))
}

type Connected = Pick<IncomingMessage, 'socket'>

function socketAddress({ socket }: Connected): string {
  return plain(socket.remoteAddress ?? '0.0.0.0')
}

function proxyTest(trusted: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList()
  for (const range of trusted) allow(proxies, range)
  return (address) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
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

function allow(proxies: BlockList, range: string): void {
  const [address = '', prefix, ...more] = range.split('/')
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  const bits = prefix === undefined ? null : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  const tooLong = bits !== null && !(bits <= (family === 'ipv6' ? 128 : 32))
  if (!isIP(address) || tooLong || more.length > 0) {
    throw new ConfigError(
      `TRUSTED_PROXIES must be a list of addresses or CIDR ranges (it has ${JSON.stringify(range)})`,
    )
  }
  if (bits === null) proxies.addAddress(address, family)
  else proxies.addSubnet(address, bits, family)
}

/** Strips port, brackets, zone, and the ::ffff: prefix with which a dual-stack socket reports IPv4. */
function plain(address: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? []
  const [, ported] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address) ?? []
  const [bare = ''] = (bracketed ?? ported ?? address).split('%', 1)
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? []
  return mapped ?? bare.toLowerCase()
}
