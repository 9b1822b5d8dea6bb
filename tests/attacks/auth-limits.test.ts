// Sends one request more than each limit allows: with and without spoofed forwarding headers, and over two processes.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, ask, newEmail, PASSWORD } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let database: TestServer
let direct: TestServer
let nodes: TestServer[]
const folders: string[] = []

beforeAll(async () => {
  direct = await startServer({ RATE_LIMITS: 'on' })
  // Two processes behind a proxy, on the database of a third one and with the same secrets.
  database = await sharedServer()
  nodes = await Promise.all(
    [1, 2].map(() => {
      const folder = mkdtempSync(join(tmpdir(), 'arthachowk-node-'))
      folders.push(folder)
      cpSync(join(database.dataDir, 'secrets.json'), join(folder, 'secrets.json'))
      return startServer({
        RATE_LIMITS: 'on',
        TRUSTED_PROXIES: '127.0.0.1',
        DATA_DIR: folder,
        DATABASE_URL: database.adminDatabaseUrl,
      })
    }),
  )
})

afterAll(async () => {
  await Promise.all([direct, ...nodes].map((server) => server.stop()))
  await database.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

let addresses = 0
/** An unused client address behind the proxy. */
const newAddress = () => `198.51.${Math.floor(addresses / 250)}.${1 + (addresses++ % 250)}`
const from = (address: string) => ({ 'x-forwarded-for': address })
/** Spoofed addresses: a new one each time, in every header that software is known to trust. */
const lies = () => {
  const address = newAddress()
  return {
    'x-forwarded-for': `${address}, ${newAddress()}`,
    'x-real-ip': address,
    forwarded: `for=${address}`,
    'cf-connecting-ip': address,
    'true-client-ip': address,
    'x-client-ip': address,
  }
}

function expectLimited(answer: Answer, maxSeconds: number): void {
  expect(answer.status).toBe(429)
  expect(answer.body).toEqual({
    code: 429,
    error_code: 'over_request_rate_limit',
    msg: 'Request rate limit reached',
  })
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(maxSeconds)
}

/** Expects a challenge for a proof of work, the response beyond the limit. */
function expectChallenge(answer: Answer, maxSeconds: number): void {
  expect(answer.status).toBe(429)
  expect(answer.body).toMatchObject({
    code: 429,
    error_code: 'captcha_failed',
    captcha_challenge: { parameters: { algorithm: 'PBKDF2/SHA-256' }, signature: expect.any(String) },
  })
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(maxSeconds)
}

/** The proof of work that the site's forms add after a challenge. */
async function proofFor({ body }: Answer): Promise<{ gotrue_meta_security: { captcha_token: string } }> {
  const challenge = body.captcha_challenge as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const captcha_token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  return { gotrue_meta_security: { captcha_token } }
}

const signUp = (server: TestServer, headers: Record<string, string>, more: object = {}) =>
  ask(server, 'signup', { body: { email: newEmail(), password: PASSWORD, ...more }, headers })
const guess = (
  server: TestServer,
  email: string,
  headers: Record<string, string>,
  password = 'wrong-pond-00',
  more: object = {},
) => ask(server, 'token?grant_type=password', { body: { email, password, ...more }, headers })
const refresh = (server: TestServer, headers: Record<string, string>, token = 'made-up') =>
  ask(server, 'token?grant_type=refresh_token', { body: { refresh_token: token }, headers })
const node = (i: number) => nodes[i % 2] as TestServer

describe('spoofed addresses do not change the limits', () => {
  test('for sign-ups: the sixth is refused', async () => {
    for (let i = 0; i < 5; i += 1) expect((await signUp(direct, lies())).status).toBe(200)
    expectChallenge(await signUp(direct, lies()), 1_800)
  })

  test('for password guesses: the seventh is refused', async () => {
    for (let i = 0; i < 6; i += 1) expect((await guess(direct, newEmail(), lies())).status).toBe(400)
    expectChallenge(await guess(direct, newEmail(), lies()), 60)
  })

  test('for refreshes: the 31st is refused', async () => {
    for (let i = 0; i < 30; i += 1) expect((await refresh(direct, lies())).status).toBe(400)
    expectLimited(await refresh(direct, lies()), 60)
  })

  test('for tables: the 51st in 10 s is refused', async () => {
    const read = () =>
      fetch(`${direct.url}/rest/v1/forum_categories?select=id`, {
        headers: { apikey: direct.publishableKey, ...lies() },
      })
    const answers = await Promise.all(Array.from({ length: 51 }, read))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => 200), 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(10)
    expect(await refused?.json()).toEqual({
      code: 'over_request_rate_limit',
      details: null,
      hint: null,
      message: 'Request rate limit reached',
    })
  })

  test('behind the proxy: only the address that the proxy added counts', async () => {
    const address = newAddress()
    const lie = () => from(`${newAddress()}, ${address}`)
    for (let i = 0; i < 5; i += 1) expect((await signUp(node(0), lie())).status).toBe(200)
    expectChallenge(await signUp(node(0), lie()), 1_800)
    expect((await signUp(node(0), from(newAddress()))).status).toBe(200)
  })
})

describe('two processes share the counts', () => {
  test('sign-ups', async () => {
    const headers = from(newAddress())
    for (let i = 0; i < 5; i += 1) expect((await signUp(node(i), headers)).status).toBe(200)
    expectChallenge(await signUp(node(0), headers), 1_800)
    expectChallenge(await signUp(node(1), headers), 1_800)
  })

  test('of guesses from one address, also all at once', async () => {
    const headers = from(newAddress())
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => guess(node(i), newEmail(), headers)),
    )
    // What is let through is answered 503 if the hashing threads are too busy.
    expect(answers.filter(({ status }) => status === 400 || status === 503)).toHaveLength(6)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(34)
  })

  test('of guesses at one account, each from another address', async () => {
    const email = newEmail()
    for (let i = 0; i < 5; i += 1) expect((await guess(node(i), email, from(newAddress()))).status).toBe(400)
    expectChallenge(await guess(node(0), email, from(newAddress())), 1_800)
    expectChallenge(await guess(node(1), email.toUpperCase(), from(newAddress())), 1_800)
  })

  test('refreshes', async () => {
    const headers = from(newAddress())
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => refresh(node(i), headers)))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test('of an IPv6 subscriber’s addresses', async () => {
    const headers = (i: number) => from(`2001:db8:77:1:${i}::${i}`)
    for (let i = 1; i <= 5; i += 1) expect((await signUp(node(i), headers(i))).status).toBe(200)
    expectChallenge(await signUp(node(0), headers(6)), 1_800)
    expect((await signUp(node(0), from('2001:db8:77:2::1'))).status).toBe(200)
  })
})

describe('nobody is locked out by somebody else', () => {
  test('a sixth sign-up behind one address succeeds with a proof of work, which is valid once', async () => {
    const shared = from(newAddress())
    for (let i = 0; i < 5; i += 1) expect((await signUp(node(i), shared)).status).toBe(200)
    const proof = await proofFor(await signUp(node(0), shared))
    expect((await signUp(node(1), shared, proof)).status, 'at the other node').toBe(200)
    expectChallenge(await signUp(node(0), shared, proof), 1_800)
    expectChallenge(
      await signUp(node(0), shared, { gotrue_meta_security: { captcha_token: 'made up' } }),
      1_800,
    )
  })

  test('the owner signs in from a new address, with a proof, during an attack', async () => {
    const email = newEmail()
    await ask(database, 'signup', { body: { email, password: PASSWORD } })
    for (let i = 0; i < 8; i += 1) await guess(node(i), email, from(newAddress()))
    const away = from(newAddress())
    const refused = await guess(node(0), email, away, PASSWORD)
    expectChallenge(refused, 1_800)
    const answer = await guess(node(1), email, away, PASSWORD, await proofFor(refused))
    expect(answer.status).toBe(200)
  })

  test('the owner signs in from a known address during an attack', async () => {
    const email = newEmail()
    const home = from(newAddress())
    const { status } = await ask(node(0), 'signup', { body: { email, password: PASSWORD }, headers: home })
    expect(status).toBe(200)
    for (let i = 0; i < 8; i += 1) await guess(node(i), email, from(newAddress()))
    expectChallenge(await guess(node(0), email, from(newAddress()), PASSWORD), 1_800)
    expect((await guess(node(1), email, home, PASSWORD)).status).toBe(200)
  })

  test('the same over IPv6, where a household is a /64', async () => {
    const email = newEmail()
    const home = (host: string) => from(`2001:db8:88:1::${host}`)
    await ask(node(0), 'signup', { body: { email, password: PASSWORD }, headers: home('1') })
    for (let i = 0; i < 8; i += 1) await guess(node(i), email, from(newAddress()))
    expect((await guess(node(0), email, home('2'), PASSWORD)).status).toBe(200)
    expectChallenge(await guess(node(0), email, from('2001:db8:88:2::1'), PASSWORD), 1_800)
  })

  test('right passwords do not count: 20 sign-ins in a row from one address', async () => {
    const email = newEmail()
    const home = from(newAddress())
    await ask(node(0), 'signup', { body: { email, password: PASSWORD }, headers: home })
    for (let i = 0; i < 20; i += 1) expect((await guess(node(i), email, home, PASSWORD)).status).toBe(200)
  })
})

test.each([
  ['identity’s settings', 100, '/auth/v1/settings'],
  // Requests for files that exist and for missing ones are counted alike.
  ['files that are open to everybody', 600, '/storage/v1/object/public/avatars/nobody.png'],
])('%s: an address gets %i a minute, and the next is refused', async (_what, most, path) => {
  const node = nodes[0] as TestServer
  const get = async (address: string) => {
    const answer = await fetch(node.url + path, {
      headers: { apikey: node.publishableKey, ...from(address) },
    })
    await answer.arrayBuffer()
    return answer
  }
  const address = newAddress()
  await expectOneTooMany(most, () => get(address))
  expect((await get(newAddress())).status).not.toBe(429)
})

test('one’s own account: a member gets 200 a minute from all addresses together, and the next is refused', async () => {
  const node = nodes[0] as TestServer
  const account = async () => {
    const { body } = await ask(node, 'signup', {
      body: { email: newEmail(), password: PASSWORD },
      headers: from(newAddress()),
    })
    const authorization = `Bearer ${(body as { access_token: string }).access_token}`
    return async () => {
      const answer = await fetch(`${node.url}/auth/v1/user`, {
        headers: { apikey: node.publishableKey, authorization, ...from(newAddress()) },
      })
      await answer.arrayBuffer()
      return answer
    }
  }
  const [one, other] = [await account(), await account()]
  await expectOneTooMany(200, one)
  expect((await other()).status).toBe(200)
})

async function expectOneTooMany(most: number, get: () => Promise<Response>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: most + 1 }, get))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
}
