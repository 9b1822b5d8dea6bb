import type { IncomingMessage } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { SITE_RULES, WORK_LIMITS } from '../../server/site-limits.ts'
import type { RestOperation } from '../rest/planned-request.ts'
import { guest, type Viewer } from '../viewer.ts'
import { inMemory } from './counters.ts'
import { createLimitsOver, retryAfter } from './limits.ts'
import { NO_PROOF_OF_WORK } from './proof-of-work.ts'

const clientAddress = (request: Pick<IncomingMessage, 'socket'>) => request.socket.remoteAddress ?? ''
const limits = () =>
  createLimitsOver({
    clientAddress,
    shared: inMemory,
    local: inMemory,
    secret: 'a secret of tests',
    work: WORK_LIMITS,
  })

const read = new Request('http://site/rest/v1/threads')
const write = (name: string, rows = 1): RestOperation => ({
  target: { kind: 'relation', name },
  method: 'POST',
  rows,
})
const call = (name: string): RestOperation => ({ target: { kind: 'routine', name }, method: 'POST', rows: 1 })
const member = (userId: string): Viewer => ({ ...guest('203.0.113.9'), role: 'authenticated', userId })

async function countAllowed(tries: number, ask: () => Promise<Response | null>): Promise<number> {
  let allowed = 0
  for (let i = 0; i < tries; i += 1) if ((await ask()) === null) allowed += 1
  return allowed
}

test('contact and newsletter are counted by address, for guests and members', async () => {
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

describe('a flood from one address', () => {
  const flooded = async () => {
    const { checkApiLimit } = limits()
    const ask = (address: string) => checkApiLimit(read, guest(address))
    // 50 are admitted, and refusals up to the triple are answered at once.
    expect(await countAllowed(151, () => ask('203.0.113.9'))).toBe(50)
    return ask
  }

  test('hears of its refusals a quarter of a second later; others are answered at once', async () => {
    vi.useFakeTimers()
    try {
      const ask = await flooded()
      let refused: Response | null = null
      const refusal = ask('203.0.113.9').then((response) => {
        refused = response
      })
      expect(await ask('198.51.100.7')).toBeNull()
      await vi.advanceTimersByTimeAsync(249)
      expect(refused).toBeNull()
      await vi.advanceTimersByTimeAsync(1)
      await refusal
      expect(refused).toHaveProperty('status', 429)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is answered at once beyond 500 delayed refusals', async () => {
    vi.useFakeTimers()
    try {
      const ask = await flooded()
      const waiting = Array.from({ length: 500 }, () => ask('203.0.113.9'))
      expect((await ask('203.0.113.9'))?.status).toBe(429)
      await vi.advanceTimersByTimeAsync(250)
      expect(await Promise.all(waiting)).toHaveLength(500)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('searches', () => {
  const search = call('search')
  const similar = call('similar_threads')

  test('a guest has 60 in ten minutes, of pages and calls together; other reads are not limited', async () => {
    vi.useFakeTimers()
    try {
      const { checkApiLimit, checkWorkLimit, takeProvable } = limits()
      const page = (from: string) => takeProvable(SITE_RULES['guest-search'], from, NO_PROOF_OF_WORK)
      const address = '203.0.113.9'
      for (let i = 0; i < 20; i += 1) expect((await page(address)).waitMs).toBe(0)
      expect(await countAllowed(20, () => checkWorkLimit(search, guest(address)))).toBe(20)
      vi.advanceTimersByTime(60_000)
      expect(await countAllowed(30, () => checkWorkLimit(similar, guest(address)))).toBe(20)
      expect(await page(address)).toMatchObject({ waitMs: expect.any(Number), mayProve: true })
      vi.advanceTimersByTime(61_000)
      expect(await checkApiLimit(read, guest(address))).toBeNull()
      expect((await page('198.51.100.7')).waitMs).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('beyond that a proof of work lets a guest search, ten times as often', async () => {
    const { checkWorkLimit } = limits()
    const viewer = guest('203.0.113.9')
    const proven = { isValid: () => Promise.resolve(true) }
    for (let i = 0; i < 60; i += 1) expect(await checkWorkLimit(search, viewer)).toBeNull()
    const refusal = await checkWorkLimit(search, viewer)
    expect([refusal?.status, refusal?.headers.get('x-sb-error-code')]).toEqual([429, 'captcha_failed'])
    expect(await refusal?.json()).toMatchObject({
      code: 'over_request_rate_limit',
      captcha_challenge: { parameters: expect.any(Object), signature: expect.any(String) },
    })
    expect(await countAllowed(600, () => checkWorkLimit(search, viewer, proven))).toBe(540)
    const last = await checkWorkLimit(search, viewer, proven)
    expect(await last?.json(), 'nor does a proof help any more').not.toHaveProperty('captcha_challenge')
    expect(await checkWorkLimit(call('mark_all_read'), viewer, proven), 'other work').toBeNull()
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

  test.each(['reactions', 'bookmarks', 'follows', 'thread_subscriptions', 'thread_reads'])(
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
    const contact = () => checkWorkLimit(call('send_contact_message'), service)
    expect(await countAllowed(20, contact), 'nor by its address').toBe(20)
    const preflight = new Request('http://site/rest/v1/threads', { method: 'OPTIONS' })
    expect(await countAllowed(300, () => checkApiLimit(preflight, guest('203.0.113.9')))).toBe(300)
  })
})

test('a refusal may be read by pages of any site, with the seconds to wait, at least one', async () => {
  const { checkApiLimit } = limits()
  await countAllowed(50, () => checkApiLimit(read, guest('203.0.113.9')))
  const refusal = await checkApiLimit(read, guest('203.0.113.9'))
  expect(refusal?.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(refusal?.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After')
  expect([1, 200, 1_000, 2_001].map(retryAfter)).toEqual(['1', '1', '1', '3'])
})

test('writing by PUT counts as by POST', async () => {
  const { checkWorkLimit } = limits()
  const put = () => checkWorkLimit({ ...write('reactions'), method: 'PUT' }, member('asha'))
  expect(await countAllowed(70, put)).toBe(60)
})

describe('identity', () => {
  test('a second factor takes five codes a minute, and is asked for five times', async () => {
    const { secondFactor, challenge } = limits()
    const waits = async (ask: (key: string) => Promise<number>, key: string) => {
      const all: number[] = []
      for (let i = 0; i < 7; i += 1) all.push(await ask(key))
      return all.map((waitMs) => waitMs > 0)
    }
    const bounded = [false, false, false, false, false, true, true]
    expect(await waits(async (key) => (await secondFactor(key)).wait, 'one')).toEqual(bounded)
    expect(await waits(challenge, 'one')).toEqual(bounded)
    expect(await challenge('another')).toBe(0)
  })

  test('providers are asked thirty times in five minutes for one address', async () => {
    const { provider } = limits()
    for (let i = 0; i < 30; i += 1) expect(await provider('203.0.113.9')).toBe(0)
    expect(await provider('203.0.113.9')).toBeGreaterThan(0)
    expect(await provider('203.0.113.10')).toBe(0)
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
