import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { createClientAddress, limitKey } from './client-address.ts'

function request(remoteAddress: string, forwarded?: string | string[]): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage
}

describe('the client of a request', () => {
  test('is the socket when no proxy is trusted, whatever the header says', () => {
    const clientAddress = createClientAddress([])
    expect(clientAddress(request('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9')
    expect(clientAddress(request('203.0.113.9', '127.0.0.1, 198.51.100.1'))).toBe('203.0.113.9')
  })

  test("is the entry that the trusted proxy added at the right, not the client's at the left", () => {
    const clientAddress = createClientAddress(['10.0.0.0/8'])
    expect(clientAddress(request('10.0.0.2', '1.1.1.1, 203.0.113.9'))).toBe('203.0.113.9')
  })

  test('is the socket when a stranger sends the header past the proxy', () => {
    const clientAddress = createClientAddress(['10.0.0.0/8'])
    expect(clientAddress(request('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9')
  })

  test('is found behind several trusted proxies', () => {
    const clientAddress = createClientAddress(['10.0.0.0/8', '2001:db8::/32'])
    expect(clientAddress(request('2001:db8::1', '1.1.1.1, 203.0.113.9, 10.0.0.7'))).toBe('203.0.113.9')
  })

  test('is the proxy itself when it added no address', () => {
    const clientAddress = createClientAddress(['10.0.0.2'])
    expect(clientAddress(request('10.0.0.2'))).toBe('10.0.0.2')
    expect(clientAddress(request('10.0.0.2', '203.0.113.9, unknown'))).toBe('10.0.0.2')
    expect(clientAddress(request('10.0.0.2', ''))).toBe('10.0.0.2')
  })

  test('is read without port, brackets, zone and the IPv4-in-IPv6 spelling', () => {
    const clientAddress = createClientAddress(['10.0.0.2'])
    expect(clientAddress(request('::ffff:10.0.0.2', '203.0.113.9:4711'))).toBe('203.0.113.9')
    expect(clientAddress(request('10.0.0.2', '[2001:DB8::7]:443'))).toBe('2001:db8::7')
    expect(clientAddress(request('fe80::1%eth0'))).toBe('fe80::1')
  })

  test('is read from a header that was sent more than once', () => {
    const clientAddress = createClientAddress(['10.0.0.2'])
    expect(clientAddress(request('10.0.0.2', ['1.1.1.1', '203.0.113.9']))).toBe('203.0.113.9')
  })
})

test.each(['10.0.0.0/33', '10.0.0', 'proxy.local', '::/129', '10.0.0.0/8/8', '10.0.0.0/'])(
  'TRUSTED_PROXIES refuses %s in one line that names it',
  (range) => {
    expect(() => createClientAddress([range])).toThrow(ConfigError)
    expect(() => createClientAddress([range])).toThrow(/^TRUSTED_PROXIES .*$/)
  },
)

describe('the key that a limit counts by', () => {
  test('is an IPv4 address itself', () => {
    expect(limitKey('203.0.113.9')).toBe('203.0.113.9')
  })

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ])('is the /64 of %s', (address, key) => {
    expect(limitKey(address)).toBe(key)
  })

  test('is the same for every address of one subscriber, and another for the next', () => {
    expect(limitKey('2001:db8:1:2:aaaa::1')).toBe(limitKey('2001:db8:1:2:bbbb::2'))
    expect(limitKey('2001:db8:1:2::1')).not.toBe(limitKey('2001:db8:1:3::1'))
  })
})
