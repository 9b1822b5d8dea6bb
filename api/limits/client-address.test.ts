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

describe('the visitor whom a server names', () => {
  const servers = ['192.0.2.50']
  const clientAddress = createClientAddress(['10.0.0.2'], { servers, isSecretKey: (key) => key === 'secret' })
  const from = (remoteAddress: string, headers: Record<string, string>) =>
    clientAddress({ socket: { remoteAddress }, headers } as unknown as IncomingMessage)

  test('is the right entry of X-Forwarded-For, also behind a proxy', () => {
    expect(from('192.0.2.50', { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' })).toBe('203.0.113.9')
    expect(from('10.0.0.2', { 'x-forwarded-for': '1.1.1.1, 203.0.113.9, 192.0.2.50' })).toBe('203.0.113.9')
  })

  test('is the last of Forwarded where X-Forwarded-For names none', () => {
    expect(from('192.0.2.50', { forwarded: 'for=1.1.1.1, by=x; For="[2001:DB8::7]:443";proto=https' })).toBe(
      '2001:db8::7',
    )
    expect(from('192.0.2.50', { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '203.0.113.9' })).toBe(
      '203.0.113.9',
    )
    expect(from('10.0.0.2', { forwarded: 'for=203.0.113.9', 'x-forwarded-for': '192.0.2.50' })).toBe(
      '203.0.113.9',
    )
    expect(from('192.0.2.50', { forwarded: 'for=unknown' })).toBe('192.0.2.50')
    expect(from('192.0.2.50', { forwarded: 'for=_hidden;for=1.1.1.1' })).toBe('192.0.2.50')
  })

  test('is nobody whom a stranger names, also past a proxy', () => {
    expect(from('203.0.113.9', { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '1.1.1.1' })).toBe(
      '203.0.113.9',
    )
    expect(from('10.0.0.2', { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '192.0.2.50, 203.0.113.9' })).toBe(
      '203.0.113.9',
    )
    expect(from('10.0.0.2', { forwarded: 'for=1.1.1.1' })).toBe('10.0.0.2')
  })

  test('is the first of Sb-Forwarded-For for the holder of the secret key, and for nobody else', () => {
    const visitor = { 'sb-forwarded-for': '203.0.113.9, 1.1.1.1' }
    expect(from('198.51.100.1', { ...visitor, apikey: 'secret' })).toBe('203.0.113.9')
    expect(from('198.51.100.1', { ...visitor, apikey: 'other' })).toBe('198.51.100.1')
    expect(from('198.51.100.1', visitor)).toBe('198.51.100.1')
    expect(from('198.51.100.1', { 'sb-forwarded-for': 'nobody', apikey: 'secret' })).toBe('198.51.100.1')
  })

  test('TRUSTED_SERVERS is named when it cannot be read', () => {
    expect(() => createClientAddress([], { servers: ['app.local'] })).toThrow(
      /^TRUSTED_SERVERS .*"app\.local"\)$/,
    )
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
