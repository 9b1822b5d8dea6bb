import type { IncomingMessage } from 'node:http'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test, vi } from 'vitest'
import { WORK_LIMITS } from '../../server/site-limits.ts'
import { type CounterFactory, inMemory } from './counters.ts'
import { createLimitsOver } from './limits.ts'
import type { MailLimit } from './mail-limit.ts'
import { createProver, NO_PROOF_OF_WORK, type ProofOfWork } from './proof-of-work.ts'

type Options = { shared?: CounterFactory; mailFrequency?: number }

const limits = (options: Options = {}) =>
  createLimitsOver({
    clientAddress: (request: Pick<IncomingMessage, 'socket'>) => request.socket.remoteAddress ?? '',
    shared: inMemory,
    local: inMemory,
    secret: 'a secret of tests',
    work: WORK_LIMITS,
    ...options,
  })

const PROVEN: ProofOfWork = { isValid: () => Promise.resolve(true) }

describe('mail to one mailbox', () => {
  const mailTo = async ({ mailbox }: MailLimit, address = '203.0.113.9', proof = NO_PROOF_OF_WORK) =>
    (await mailbox('asha@example.com', address, proof)).waitMs

  test('comes 5 times a day', async () => {
    vi.useFakeTimers()
    try {
      const { mail } = limits({ mailFrequency: 0 })
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
    const { mail } = limits({ mailFrequency: 0 })
    let sent = 0
    for (let i = 0; i < 30; i += 1) if ((await mailTo(mail, '198.51.100.1', PROVEN)) === 0) sent += 1
    expect(sent).toBe(4)
    expect(await mail.mailbox('asha@example.com', '203.0.113.9', NO_PROOF_OF_WORK)).toMatchObject({
      mayProve: true,
    })
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
      const { mail } = limits({ mailFrequency })
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
    const { mail } = limits({ mailFrequency: 0 })
    const waits = []
    for (let i = 0; i < 3; i += 1) waits.push(await mailTo(mail))
    expect(waits).toEqual([0, 0, expect.closeTo(3_600_000, -4)])
  })
})

describe('identity', () => {
  test('takes 5 sign-ups of an address freely, ten times as many with a proof, and no more', async () => {
    const { signUp } = limits()
    for (let i = 0; i < 5; i += 1) expect((await signUp('203.0.113.9', NO_PROOF_OF_WORK)).waitMs).toBe(0)
    for (let i = 0; i < 100; i += 1) {
      const { waitMs, mayProve } = await signUp('203.0.113.9', NO_PROOF_OF_WORK)
      expect(mayProve).toBe(true)
      expect(waitMs).toBeGreaterThan(29 * 60_000)
      expect(waitMs).toBeLessThanOrEqual(30 * 60_000)
    }
    for (let i = 0; i < 45; i += 1) expect((await signUp('203.0.113.9', PROVEN)).waitMs).toBe(0)
    expect(await signUp('203.0.113.9', PROVEN)).toMatchObject({ mayProve: false })
    expect((await signUp('203.0.113.10', NO_PROOF_OF_WORK)).waitMs).toBe(0)
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
    await expect(limits({ shared: broken }).signUp('203.0.113.9', NO_PROOF_OF_WORK)).rejects.toThrow(
      'no store',
    )
  })
})

describe('a guess at a password', () => {
  const guess = (signIn: ReturnType<typeof limits>['signIn'], change: object = {}) =>
    signIn({
      address: '203.0.113.9',
      email: 'asha@example.com',
      proof: NO_PROOF_OF_WORK,
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

  test('is refused after 6 a minute from one address, over all accounts together', async () => {
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
