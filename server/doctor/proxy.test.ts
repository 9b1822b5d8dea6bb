import { describe, expect, test } from 'vitest'
import { CLAIMED, judgeWay, type WayFacts } from './proxy.ts'

const NOW = Date.parse('2026-11-25T02:00:00Z')
const DAY_MS = 86_400_000
const arrival = { address: '203.0.113.9', peer: '10.0.0.2', forwardedFor: `${CLAIMED}, 203.0.113.9` }
const answer = { status: 200, isOurs: true, hsts: 'max-age=1', arrival }
const SOUND: WayFacts = {
  siteUrl: 'https://example.org',
  trustedProxies: ['10.0.0.2'],
  answer,
  certificate: { validTo: NOW + 60 * DAY_MS },
  plainHttp: 'https://example.org/',
  webSocket: 101,
}
const judge = (facts: Partial<WayFacts>) =>
  judgeWay({ ...SOUND, ...facts }, NOW).map(({ level, check, message, remedy }) => {
    expect(remedy === null).toBe(level === 'ok')
    return `${level} ${check}: ${message}`
  })

test('a sound proxy passes', () => {
  expect(judgeWay(SOUND, NOW).map(({ message }) => message)).toEqual([
    'The site answers at https://example.org, with a certificate for 60 more days',
    `Visitors are told apart: X-Forwarded-For arrives as ${CLAIMED}, 203.0.113.9 from 10.0.0.2, and the visitor counts as 203.0.113.9`,
    'WebSockets reach the site',
  ])
})

test.each<[string, Partial<WayFacts>, string]>([
  [
    'no answer',
    { answer: { failure: 'ENOTFOUND' } },
    'wrong HTTPS: https://example.org does not answer (ENOTFOUND)',
  ],
  [
    'a certificate of somebody else',
    { answer: { failure: 'ERR_TLS_CERT_ALTNAME_INVALID' } },
    'wrong HTTPS: https://example.org does not answer (ERR_TLS_CERT_ALTNAME_INVALID)',
  ],
  [
    'another site',
    { answer: { ...answer, isOurs: false, status: 502 } },
    'wrong HTTPS: Something else answers at https://example.org/healthz, with status 502',
  ],
])('%s ends the examination', (_what, facts, line) => {
  expect(judge(facts)).toEqual([line])
})

test.each<[string, Partial<WayFacts>, string]>([
  [
    'a certificate that ends soon',
    { certificate: { validTo: NOW + 3.5 * DAY_MS } },
    'warning HTTPS: The certificate ends in 3 days',
  ],
  ['http that stays http', { plainHttp: 'answered' }, 'warning HTTPS: Plain http does not lead to https'],
  [
    'http that leads elsewhere',
    { plainHttp: 'http://example.org/x' },
    'warning HTTPS: Plain http does not lead to https',
  ],
  [
    'headers dropped',
    { answer: { ...answer, hsts: null } },
    'warning HTTPS: The proxy drops the header Strict-Transport-Security',
  ],
  [
    'no port 80',
    { plainHttp: null },
    'ok HTTPS: The site answers at https://example.org, with a certificate for 60 more days',
  ],
  [
    'no encryption',
    { siteUrl: 'http://127.0.0.1:3000' },
    'ok HTTPS: The site answers at http://127.0.0.1:3000, without encryption',
  ],
  [
    'sockets refused',
    { webSocket: 400 },
    'wrong websocket: WebSockets do not reach the site (400): chat and live updates stay still',
  ],
  [
    'sockets unanswered',
    { webSocket: null },
    'wrong websocket: WebSockets do not reach the site (no answer): chat and live updates stay still',
  ],
])('%s', (_what, facts, line) => {
  expect(judge(facts)).toContain(line)
})

describe('how a request arrives', () => {
  const seen = ({ address, peer, forwardedFor }: typeof arrival) =>
    `X-Forwarded-For arrives as ${forwardedFor} from ${peer}, and the visitor counts as ${address}`
  test.each<[string, typeof arrival, Partial<WayFacts>, string]>([
    [
      'through a proxy that replaces the header',
      { ...arrival, forwardedFor: '203.0.113.9' },
      {},
      'ok proxy: Visitors are told apart: ',
    ],
    [
      'through a proxy that is not trusted',
      { ...arrival, address: '10.0.0.2' },
      { trustedProxies: [] },
      'wrong proxy: All visitors count as one, the proxy: ',
    ],
    [
      'through one that adds nothing',
      { ...arrival, address: '10.0.0.2', forwardedFor: CLAIMED },
      {},
      'wrong proxy: The proxy does not set X-Forwarded-For: ',
    ],
    [
      'believed',
      { ...arrival, address: CLAIMED, forwardedFor: CLAIMED },
      {},
      'wrong proxy: A visitor may choose an address: ',
    ],
    [
      'believed behind a proxy',
      { ...arrival, address: CLAIMED },
      {},
      'wrong proxy: A visitor may choose an address: ',
    ],
    [
      'from a trusted machine',
      { address: CLAIMED, peer: '10.0.0.2', forwardedFor: `${CLAIMED}, 10.0.0.2` },
      {},
      'warning proxy: This machine is itself a trusted proxy, so it cannot tell what a visitor could do: ',
    ],
    [
      'without a proxy',
      { address: '203.0.113.9', peer: '203.0.113.9', forwardedFor: CLAIMED },
      { siteUrl: 'http://example.org', trustedProxies: [] },
      'ok proxy: There is no proxy, and what a visitor writes is not believed: ',
    ],
  ])('%s', (_what, arrived, facts, line) => {
    expect(judge({ ...facts, answer: { ...answer, arrival: arrived } })).toContain(line + seen(arrived))
  })

  test('the site does not report it', () => {
    expect(judge({ answer: { ...answer, arrival: null } })).toContain(
      'warning proxy: The site did not say how the request arrived: it has other keys, or the proxy drops headers',
    )
  })
})
