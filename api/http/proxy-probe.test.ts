import { describe, expect, test } from 'vitest'
import { createProxyProbe, PROBE_HEADER, probeToken } from './proxy-probe.ts'

const KEY = 'the-encryption-key-of-this-very-site'
const NOW = Date.parse('2026-11-25T02:00:00Z')
const probe = createProxyProbe(KEY, ['10.0.0.0/8'])
const request = (headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress: '10.0.0.2' } }) as unknown as Parameters<typeof probe>[0]

test('a request with a token is told how it arrived', () => {
  const headers = { [PROBE_HEADER]: probeToken(KEY, NOW), 'x-forwarded-for': '203.0.113.9' }
  expect(probe(request(headers), NOW + 1_000)).toEqual({
    address: '203.0.113.9',
    peer: '10.0.0.2',
    forwardedFor: '203.0.113.9',
  })
})

describe('other requests are told nothing', () => {
  test.each([
    ['without a token', {}],
    ['with an empty one', { [PROBE_HEADER]: '' }],
    ['with one of another site', { [PROBE_HEADER]: probeToken(`${KEY}!`, NOW) }],
    ['with one that is a minute old', { [PROBE_HEADER]: probeToken(KEY, NOW - 60_000) }],
    ['with one from the future', { [PROBE_HEADER]: probeToken(KEY, NOW + 5_000) }],
    ['with a later time and the old signature', { [PROBE_HEADER]: `9${probeToken(KEY, NOW).slice(1)}` }],
    ['with half a signature', { [PROBE_HEADER]: probeToken(KEY, NOW).slice(0, -1) }],
  ])('%s', (_what, headers) => {
    expect(probe(request(headers), NOW)).toBeNull()
  })
})
