import type { IncomingMessage } from 'node:http'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test, vi } from 'vitest'
import { SEARCH_PAGE_RULES, WORK_LIMITS } from '../../server/site-limits.ts'
import type { Work } from '../rest/planned-request.ts'
import { guest, type Viewer } from '../viewer.ts'
import { type CounterFactory, inMemory } from './counters.ts'
import { createLimitsOver } from './limits.ts'
import type { MailLimit } from './mail-limit.ts'
import { createProver, NO_PROOF, type Proof } from './proof-of-work.ts'

const clientAddress = (request: Pick<IncomingMessage, 'socket'>) => request.socket.remoteAddress ?? ''
const limits = (shared: CounterFactory = inMemory) =>
  createLimitsOver({ clientAddress, shared, local: inMemory, secret: 'a secret of tests', work: WORK_LIMITS })

const read = new Request('http://site/rest/v1/threads')
const write = (name: string, rows = 1): Work => ({ target: { kind: 'relation', name }, method: 'POST', rows })
const call = (name: string): Work => ({ target: { kind: 'routine', name }, method: 'POST', rows: 1 })
const member = (userId: string): Viewer => ({ ...guest('203.0.113.9'), role: 'authenticated', userId })

async function countAllowed(tries: number, ask: () => Promise<Response | null>): Promise<number> {
  let allowed = 0
  for (let i = 0; i < tries; i += 1) if ((await ask()) === null) allowed += 1
  return allowed
}

const PROVEN: Proof = { isValid: () => Promise.resolve(true) }

describe('mail to one mailbox', () => {
  const mailTo = async ({ mailbox }: MailLimit, address = '203.0.113.9', proof = NO_PROOF) =>
    (await mailbox('asha@example.com', address, proof)).waitMs

  test('comes 5 times a day', async () => {
    vi.useFakeTimers()
    try {
      const { mail } = createLimitsOver({
        clientAddress,
        shared: inMemory,
        local: inMemory,
        mailFrequency: 0,
        secret: 'a secret of tests',
        work: WORK_LIMITS,
      })
      let sent = 0
      for (let i = 0; i < 24; i += 1) {
        if ((await mailTo(mail)) === 0) sent += 1
        vi.advanceTimersByTime(45 * 60_000)
      }
      expect(sent).toBe(5)
    } finally {
      vi.useRealTimers()
    }
  })

  test('strangers shut nobody out: a proof helps, and one address cannot use all of it up', async () => {
    const { mail } = createLimitsOver({
      clientAddress,
      shared: inMemory,
      local: inMemory,
      mailFrequency: 0,
      secret: 'a secret of tests',
      work: WORK_LIMITS,
    })
    let sent = 0
    for (let i = 0; i < 30; i += 1) if ((await mailTo(mail, '198.51.100.1', PROVEN)) === 0) sent += 1
    expect(sent).toBe(4)
    expect(await mail.mailbox('asha@example.com', '203.0.113.9', NO_PROOF)).toMatchObject({ mayProve: true })
    expect(await mailTo(mail, '203.0.113.9', PROVEN)).toBe(0)
    for (let i = 0; i < 30; i += 1) await mailTo(mail, `198.51.100.${i}`, PROVEN)
    expect(
      await mail.mailbox('asha@example.com', '203.0.113.77', PROVEN),
      'nobody’s mailbox is filled',
    ).toMatchObject({ mayProve: false })
  })

  const countMails = async (mailFrequency: number, seconds: number) => {
    vi.useFakeTimers()
    try {
      const { mail } = createLimitsOver({
        clientAddress,
        shared: inMemory,
        local: inMemory,
        mailFrequency,
        secret: 'a secret of tests',
        work: WORK_LIMITS,
      })
      expect(await mailTo(mail)).toBe(0)
      vi.advanceTimersByTime(seconds * 1_000)
      return await mailTo(mail)
    } finally {
      vi.useRealTimers()
    }
  }

  test('waits as long as the site says', async () => {
    expect(await countMails(300, 299)).toBe(1_000)
    expect(await countMails(300, 301)).toBe(0)
  })

  test('does not wait where the site says 0, until the hour is used up', async () => {
    expect(await countMails(0, 0)).toBe(0)
    const { mail } = createLimitsOver({
      clientAddress,
      shared: inMemory,
      local: inMemory,
      mailFrequency: 0,
      secret: 'a secret of tests',
      work: WORK_LIMITS,
    })
    const waits = []
    for (let i = 0; i < 3; i += 1) waits.push(await mailTo(mail))
    expect(waits).toEqual([0, 0, expect.closeTo(3_600_000, -4)])
  })
})

test('contact and newsletter are counted by address, whoever asks', async () => {
  const { checkWorkLimit } = limits()
  const contact = () => checkWorkLimit(call('send_contact_message'), guest('203.0.113.9'))
  expect(await countAllowed(8, contact)).toBe(5)
  expect((await checkWorkLimit(call('send_contact_message'), member('m')))?.status, 'a member there').toBe(
    429,
  )
  expect(await checkWorkLimit(call('send_contact_message'), guest('203.0.113.10')), 'elsewhere').toBeNull()
  expect(
    await checkWorkLimit(call('subscribe_newsletter'), guest('203.0.113.9')),
    'something else',
  ).toBeNull()
})

describe('searches', () => {
  const search = call('search')
  const similar = call('similar_threads')

  test('a guest has 60 in ten minutes, of pages and calls together; reading goes on', async () => {
    vi.useFakeTimers()
    try {
      const { checkApiLimit, checkWorkLimit, take } = limits()
      const address = '203.0.113.9'
      for (let i = 0; i < 20; i += 1) expect(await take(SEARCH_PAGE_RULES, address)).toBe(0)
      expect(await countAllowed(20, () => checkWorkLimit(search, guest(address)))).toBe(20)
      vi.advanceTimersByTime(60_000)
      expect(await countAllowed(30, () => checkWorkLimit(similar, guest(address)))).toBe(20)
      expect(await take(SEARCH_PAGE_RULES, address)).toBeGreaterThan(0)
      vi.advanceTimersByTime(61_000)
      expect(await checkApiLimit(read, guest(address))).toBeNull()
      expect(await take(SEARCH_PAGE_RULES, '198.51.100.7')).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a member has 30 a minute', async () => {
    const { checkApiLimit, checkWorkLimit } = limits()
    expect(await countAllowed(40, () => checkWorkLimit(search, member('asha')))).toBe(30)
    expect(await checkApiLimit(read, member('asha'))).toBeNull()
  })
})

describe('the API', () => {
  test('answers a guest 50 times in 10 seconds, then refuses with Retry-After and the contract’s code', async () => {
    const { checkApiLimit } = limits()
    expect(await countAllowed(50, () => checkApiLimit(read, guest('203.0.113.9')))).toBe(50)
    const refusal = await checkApiLimit(read, guest('203.0.113.9'))
    expect(refusal?.status).toBe(429)
    expect(Number(refusal?.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    expect(Number(refusal?.headers.get('Retry-After'))).toBeLessThanOrEqual(10)
    expect(await refusal?.json()).toEqual({
      code: 'over_request_rate_limit',
      details: null,
      hint: null,
      message: 'Request rate limit reached',
    })
  })

  test('answers a guest 100 times a minute, however they are spread', async () => {
    vi.useFakeTimers()
    try {
      const { checkApiLimit } = limits()
      let allowed = 0
      for (let slot = 0; slot < 5; slot += 1) {
        allowed += await countAllowed(45, () => checkApiLimit(read, guest('203.0.113.9')))
        vi.advanceTimersByTime(10_500)
      }
      expect(allowed).toBe(100)
      vi.advanceTimersByTime(60_000)
      expect(await checkApiLimit(read, guest('203.0.113.9'))).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  test('counts a whole IPv6 /64 as one guest', async () => {
    const { checkApiLimit } = limits()
    let next = 0
    const ask = () => {
      next += 1
      return checkApiLimit(read, guest(`2001:db8:1:2::${next.toString(16)}`))
    }
    expect(await countAllowed(60, ask)).toBe(50)
  })

  test('answers a member 200 times a minute, wherever they come from', async () => {
    const { checkApiLimit } = limits()
    expect(await countAllowed(210, () => checkApiLimit(read, member('asha')))).toBe(200)
    expect(await checkApiLimit(read, member('bala'))).toBeNull()
  })

  test.each(['reactions', 'bookmarks', 'follows', 'thread_subscriptions'])(
    'takes 60 rows a minute of a member into %s, in however many requests',
    async (table) => {
      const { checkApiLimit, checkWorkLimit } = limits()
      expect(await countAllowed(70, () => checkWorkLimit(write(table), member('asha')))).toBe(60)
      expect(await countAllowed(5, () => checkWorkLimit(write(table, 20), member('bala')))).toBe(3)
      expect((await checkWorkLimit(write(table, 61), member('chitra')))?.status).toBe(429)
      expect(await checkWorkLimit({ ...write(table), method: 'DELETE' }, member('asha'))).toBeNull()
      expect(await checkApiLimit(read, member('asha'))).toBeNull()
    },
  )

  test('takes 5 chat messages of a member in 5 seconds, and of a guest in 10', async () => {
    vi.useFakeTimers()
    try {
      const { checkWorkLimit } = limits()
      const chat = write('chat_messages')
      const visitor = guest('203.0.113.9')
      expect(await countAllowed(8, () => checkWorkLimit(chat, member('asha')))).toBe(5)
      expect(await countAllowed(8, () => checkWorkLimit(chat, visitor))).toBe(5)
      vi.advanceTimersByTime(5_500)
      expect(await checkWorkLimit(chat, member('asha'))).toBeNull()
      expect((await checkWorkLimit(chat, visitor))?.status).toBe(429)
      vi.advanceTimersByTime(5_500)
      expect(await checkWorkLimit(chat, visitor)).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  test('bounds neither the service nor a preflight', async () => {
    const { checkApiLimit, checkWorkLimit } = limits()
    const service: Viewer = { ...guest('203.0.113.9'), role: 'service_role' }
    expect(await countAllowed(300, () => checkApiLimit(read, service))).toBe(300)
    expect(await checkWorkLimit(write('reactions', 300), service)).toBeNull()
    const preflight = new Request('http://site/rest/v1/threads', { method: 'OPTIONS' })
    expect(await countAllowed(300, () => checkApiLimit(preflight, guest('203.0.113.9')))).toBe(300)
  })
})

describe('files', () => {
  test('are taken 30 in half an hour, and made 60 new sizes of a minute', async () => {
    const { upload, render } = limits()
    const waits = async (take: (viewer: Viewer) => Promise<number>, tries: number) => {
      let taken = 0
      for (let i = 0; i < tries; i += 1) if ((await take(member('asha'))) === 0) taken += 1
      return taken
    }
    expect(await waits(upload, 40)).toBe(30)
    expect(await upload(member('asha'))).toBeGreaterThan(29 * 60_000)
    expect(await upload(member('bala'))).toBe(0)
    expect(await waits(render, 70)).toBe(60)
    const service: Viewer = { ...guest('203.0.113.9'), role: 'service_role' }
    for (let i = 0; i < 40; i += 1) expect(await upload(service)).toBe(0)
  })
})

describe('identity', () => {
  test('takes 5 sign-ups of an address freely, ten times as many with a proof, and no more', async () => {
    const { signUp } = limits()
    for (let i = 0; i < 5; i += 1) expect((await signUp('203.0.113.9', NO_PROOF)).waitMs).toBe(0)
    for (let i = 0; i < 100; i += 1) {
      const { waitMs, mayProve } = await signUp('203.0.113.9', NO_PROOF)
      expect(mayProve).toBe(true)
      expect(waitMs).toBeGreaterThan(29 * 60_000)
      expect(waitMs).toBeLessThanOrEqual(30 * 60_000)
    }
    for (let i = 0; i < 45; i += 1) expect((await signUp('203.0.113.9', PROVEN)).waitMs).toBe(0)
    expect(await signUp('203.0.113.9', PROVEN)).toMatchObject({ mayProve: false })
    expect((await signUp('203.0.113.10', NO_PROOF)).waitMs).toBe(0)
  })

  test('takes 30 refreshes of an address at once, and not the next', async () => {
    const { refresh } = limits()
    for (let i = 0; i < 30; i += 1) expect(await refresh('203.0.113.9')).toBe(0)
    expect(await refresh('203.0.113.9')).toBeGreaterThan(0)
  })

  test('refuses when the counters cannot be read', async () => {
    const broken: CounterFactory = () => ({
      count: () => Promise.reject(new Error('no store')),
      take: () => Promise.reject(new Error('no store')),
      giveBack: () => Promise.resolve(),
    })
    await expect(limits(broken).signUp('203.0.113.9', NO_PROOF)).rejects.toThrow('no store')
  })
})

describe('a guess at a password', () => {
  const guess = (signIn: ReturnType<typeof limits>['signIn'], change: object = {}) =>
    signIn({
      address: '203.0.113.9',
      email: 'asha@example.com',
      proof: NO_PROOF,
      known: stranger,
      ...change,
    })
  const stranger = () => Promise.resolve(false)
  const known = () => Promise.resolve(true)

  test('is refused after 5 for one account, wherever they come from', async () => {
    const { signIn } = limits()
    for (let i = 0; i < 5; i += 1)
      expect((await guess(signIn, { address: `198.51.100.${i}` })).waitMs).toBe(0)
    expect((await guess(signIn, { address: '198.51.100.99' })).waitMs).toBeGreaterThan(29 * 60_000)
  })

  test('by strangers never shuts the owner out of a new address: a proof is enough, however many there were', async () => {
    const { signIn } = limits()
    for (let i = 0; i < 300; i += 1) await guess(signIn, { address: `198.51.100.${i % 250}`, proof: PROVEN })
    expect(await guess(signIn, { address: '192.0.2.1' })).toMatchObject({ mayProve: true })
    expect((await guess(signIn, { address: '192.0.2.1', proof: PROVEN })).waitMs).toBe(0)
  })

  test('of an address is refused beyond ten times the limit, and costs no look at the account', async () => {
    const { signIn } = limits()
    for (let i = 0; i < 60; i += 1)
      expect((await guess(signIn, { email: `${i}@a.example`, proof: PROVEN })).waitMs).toBe(0)
    const looked = () => Promise.reject(new Error('the account was looked up'))
    expect(await guess(signIn, { proof: PROVEN, known: looked })).toMatchObject({ mayProve: false })
  })

  test('by strangers never shuts out an address that holds a session of the account', async () => {
    const { signIn } = limits()
    for (let i = 0; i < 9; i += 1) await guess(signIn, { address: `198.51.100.${i}` })
    expect((await guess(signIn)).waitMs).toBeGreaterThan(0)
    expect((await guess(signIn, { known })).waitMs).toBe(0)
  })

  test('is refused after 6 a minute from one address, whatever the accounts', async () => {
    const { signIn } = limits()
    for (let i = 0; i < 6; i += 1)
      expect((await guess(signIn, { email: `m${i}@example.com` })).waitMs).toBe(0)
    const { waitMs } = await guess(signIn, { email: 'm7@example.com' })
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(60_000)
  })

  test('is refused after 30 an hour from one address, at a pace below the minute’s limit', async () => {
    vi.useFakeTimers()
    try {
      const { signIn } = limits()
      let allowed = 0
      for (let i = 0; i < 40; i += 1) {
        if ((await guess(signIn, { email: `m${i}@example.com` })).waitMs === 0) allowed += 1
        vi.advanceTimersByTime(61_000)
      }
      expect(allowed).toBe(30)
    } finally {
      vi.useRealTimers()
    }
  })

  test('does not count when it was right', async () => {
    const { signIn } = limits()
    for (let i = 0; i < 20; i += 1) {
      const attempt = await guess(signIn)
      expect(attempt.waitMs).toBe(0)
      await attempt.succeeded()
    }
  })

  test('is counted before it is judged: 100 at once are no better than in a row', async () => {
    const { signIn } = limits()
    const attempts = await Promise.all(Array.from({ length: 100 }, () => guess(signIn)))
    expect(attempts.filter(({ waitMs }) => waitMs === 0)).toHaveLength(5)
  })
})

describe('a proof of work', () => {
  const prover = () => createProver('a secret of tests', inMemory)
  const solved = async (challenge: Challenge) => {
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }

  test('is valid once, for every node that has the secret', async () => {
    const { challenge, read } = prover()
    const token = await solved(await challenge())
    const proof = read(token)
    expect([await proof.isValid(), await proof.isValid()], 'of one request').toEqual([true, true])
    expect(await read(token).isValid(), 'of another').toBe(false)
    expect(await createProver('another secret', inMemory).read(token).isValid()).toBe(false)
  })

  test('is not believed when it is made up, made easier, or late', async () => {
    const { challenge, read } = prover()
    const given = await challenge()
    for (const parameters of [{ cost: 1 }, { keyPrefix: '0' }, { expiresAt: 4_000_000_000 }]) {
      const easier = { ...given, parameters: { ...given.parameters, ...parameters } }
      expect(await read(await solved(easier)).isValid(), JSON.stringify(parameters)).toBe(false)
    }
    for (const token of ['', 'x', 'e30=', 7, null, {}, 'A'.repeat(10_000)])
      expect(await read(token).isValid()).toBe(false)
    const late = await solved(await challenge())
    vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ['Date'] })
    try {
      expect(await read(late).isValid()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })
})

test.each([
  ['files that are open to everybody', 'file', 600],
  ['identity’s settings', 'settings', 100],
  ['requests to one’s own account', 'account', 200],
] as const)('%s by %s: %i a minute, and not the next; nobody else waits', async (_what, rule, most) => {
  const { [rule]: ask } = limits()
  const [one, other] = rule === 'account' ? ['asha', 'bala'] : ['203.0.113.9', '203.0.113.10']
  const waits: number[] = []
  for (let i = 0; i <= most; i += 1) waits.push(await ask(one))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(most)
  expect(waits.at(-1)).toBeGreaterThan(0)
  expect(await ask(other)).toBe(0)
})
