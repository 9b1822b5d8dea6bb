// The settings of limits for apps from elsewhere: numbers by kind, servers that name their visitors, and limits of accounts
// that stay where those of requests are off.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareSocket } from '../support/channels.ts'
import { newEmail, PASSWORD } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Headers = Record<string, string>

let server: TestServer
let quiet: TestServer

beforeAll(async () => {
  ;[server, quiet] = await Promise.all([
    startServer({ RATE_LIMITS: 'on', REQUEST_LIMITS: 'guest=12, sockets=2', TRUSTED_SERVERS: '127.0.0.1' }),
    startServer({ RATE_LIMITS: 'accounts' }),
  ])
})
afterAll(() => Promise.all([server?.stop(), quiet?.stop()]))

const read = (where: TestServer, headers: Headers = {}) =>
  fetch(`${where.url}/rest/v1/threads?select=id&limit=1`, {
    headers: { apikey: where.publishableKey, ...headers },
  })
const guess = (where: TestServer, headers: Headers = {}) =>
  fetch(`${where.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: where.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: newEmail(), password: PASSWORD }),
  })

async function statuses(tries: number, ask: () => Promise<Response>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let index = 0; index < tries; index += 1) {
    const { status } = await ask()
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

describe('a server that asks for its visitors', () => {
  test('is counted by the visitor that it names, of whom half may come at once', async () => {
    const visitor = (address: string) => statuses(8, () => read(server, { 'x-forwarded-for': address }))
    expect(await visitor('203.0.113.9')).toEqual({ 200: 6, 429: 2 })
    expect(await visitor('198.51.100.1, 203.0.113.10')).toEqual({ 200: 6, 429: 2 })
    expect((await read(server, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(429)
    expect((await read(server, { 'x-forwarded-for': '198.51.100.1' })).status).toBe(200)
    expect((await read(server, { forwarded: 'for=203.0.113.9;proto=https' })).status).toBe(429)
    expect((await read(server, { forwarded: 'for="[2001:db8::9]:4711"' })).status).toBe(200)
  })

  test('is counted itself without a visitor', async () => {
    expect(await statuses(8, () => read(server))).toEqual({ 200: 6, 429: 2 })
  })

  test('has its visitors’ guesses counted, each by the visitor', async () => {
    const from = (address: string) => statuses(8, () => guess(server, { 'x-forwarded-for': address }))
    expect(await from('192.0.2.1')).toEqual({ 400: 6, 429: 2 })
    expect(await from('192.0.2.2')).toEqual({ 400: 6, 429: 2 })
  })

  test('has as many sockets for a visitor as the setting says', async () => {
    const open = () => bareSocket(server, { headers: { 'x-forwarded-for': '192.0.2.3' } })
    const sockets = [await open(), await open()]
    await expect(open()).rejects.toThrow('refused with 429')
    for (const { socket } of sockets) socket.close()
  })
})

describe('a server without an address of its own', () => {
  const asServer = () => ({ apikey: quiet.secretKey, authorization: `Bearer ${quiet.publishableKey}` })

  test('names the visitor in Sb-Forwarded-For beside the secret key', async () => {
    const from = (address: string) =>
      statuses(8, () => guess(quiet, { ...asServer(), 'sb-forwarded-for': address }))
    expect(await from('192.0.2.1')).toEqual({ 400: 6, 429: 2 })
    expect(await from('192.0.2.2')).toEqual({ 400: 6, 429: 2 })
  })

  test('names nobody with another key, nor in a header that is for known addresses', async () => {
    let turn = 0
    const from = (headers: () => Headers) => statuses(8, () => guess(quiet, headers()))
    const others = () => {
      turn += 1
      return { 'x-forwarded-for': `192.0.2.${turn}`, forwarded: `for=192.0.2.${turn}` }
    }
    expect(await from(() => ({ ...others(), 'sb-forwarded-for': `192.0.2.${turn}` }))).toEqual({
      400: 6,
      429: 2,
    })
    expect(await from(() => ({ ...asServer(), ...others() }))).toEqual({ 429: 8 })
  })
})

test('RATE_LIMITS=accounts: requests are not limited, guesses are, and the log says so', async () => {
  expect(await statuses(130, () => read(quiet))).toEqual({ 200: 130 })
  const from = { apikey: quiet.secretKey, 'sb-forwarded-for': '192.0.2.77' }
  expect(await statuses(7, () => guess(quiet, from))).toEqual({ 400: 6, 429: 1 })
  expect(quiet.log().filter(({ msg }) => msg === 'limits.disabled')).toMatchObject([{ guesses: 'limited' }])
})

test('RATE_LIMITS=off: the log says that passwords may be guessed without end', async () => {
  const open = await startServer({ RATE_LIMITS: 'off' })
  const warnings = open.log().filter(({ msg }) => msg === 'limits.disabled')
  await open.stop()
  expect(warnings).toMatchObject([{ level: 40, guesses: 'unlimited' }])
})
