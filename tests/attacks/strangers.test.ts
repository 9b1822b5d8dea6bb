// A crowd of strangers with an address each: who is beyond their lane gets a small page at once, and a proof of work
// admits. A member's reads, and pages that are kept, never wait behind them.
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

let site: TestServer
beforeAll(async () => {
  site = await startServer({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => site.stop())

const BROWSER = {
  accept: 'text/html,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
}
let addresses = 0
const newAddress = () => {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}
const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, {
    headers: { ...BROWSER, 'x-forwarded-for': newAddress(), ...headers },
    redirect: 'manual',
  })

let pages = 0
/** Opens as many pages as the lane of strangers never has places for. */
const crowd = (size: number, headers: Record<string, string> = {}) =>
  Promise.all(
    Array.from({ length: size }, () => {
      pages += 1
      return open(`/forums?message=${pages}`, headers)
    }),
  )
const CROWD = 100

/** Opens a page while there is a crowd. */
async function amongCrowd(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const others = crowd(CROWD)
  const [answer] = await Promise.all([open(path, headers), others])
  expect(
    (await others).some(({ status }) => status === 503),
    'the premise',
  ).toBe(true)
  return answer
}

async function proofPass(): Promise<string> {
  const challenge = (await (await open('/site/v1/lane')).json()) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const answer = await fetch(`${site.url}/site/v1/lane`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
    body: JSON.stringify({ token: btoa(JSON.stringify({ challenge, solution })) }),
  })
  expect(answer.status).toBe(204)
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('a stranger beyond the lane', () => {
  test('gets a small page that is never kept, with a proof of work that the policy of the page allows', async () => {
    const refused = (await crowd(CROWD)).find(({ status }) => status === 503)
    const html = (await refused?.text()) ?? ''
    const header = (name: string) => refused?.headers.get(name)
    expect([header('cache-control'), header('retry-after')]).toEqual(['no-store', '10'])
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="10"></noscript>')
    expect(html.length).toBeLessThan(5_000)
    const worker = /new Worker\("([^"]+)"/.exec(html)?.[1] ?? ''
    expect((await open(worker)).status).toBe(200)
    expect(header('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/)
  })

  test.each([
    ['a program', { accept: '*/*' }],
    [
      'a crawler',
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
  ])('that is %s gets a line, and when to come back', async (_what, headers) => {
    const refused = (await crowd(CROWD, headers)).find(({ status }) => status === 503)
    expect(refused?.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(refused?.headers.get('retry-after')).toBe('60')
    expect(await refused?.text()).toBe('One moment, please.')
  })

  test('still gets what crawlers must always have', async () => {
    for (const path of ['/robots.txt', '/sitemap.xml', '/offline.html'])
      expect((await amongCrowd(path)).status, path).toBe(200)
  })
})

describe('is let in before strangers', () => {
  test('who computed a proof, for as many pages as it is worth', async () => {
    const cookie = await proofPass()
    const refusals = async (size: number) =>
      (await crowd(size, { cookie })).filter(({ status }) => status === 503).length
    expect(await refusals(40), 'more than strangers have places').toBe(0)
    expect(await refusals(20)).toBe(0)
    expect(await refusals(40), 'beyond 60').toBeGreaterThan(0)
  })

  test('a member, by a cookie that the sign-in sets and the sign-out removes', async () => {
    const joined = await fetch(`${site.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: newEmail(), password: PASSWORD }),
    })
    const { access_token: token } = (await joined.json()) as { access_token: string }
    const cookie = joined.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^lane=m[\w-]+\.\d+\.[\w-]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/)
    expect((await amongCrowd('/forums?message=member', { cookie: cookie.split(';')[0] ?? '' })).status).toBe(
      200,
    )
    const out = await fetch(`${site.url}/auth/v1/logout`, {
      method: 'POST',
      headers: { apikey: site.publishableKey, authorization: `Bearer ${token}` },
    })
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      204,
      'lane=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ])
  })
})

describe('a pass', () => {
  test('needs a solution that was not used before', async () => {
    const challenge = (await (await open('/site/v1/lane')).json()) as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    const post = (body: string) =>
      fetch(`${site.url}/site/v1/lane`, {
        method: 'POST',
        headers: { 'x-forwarded-for': newAddress() },
        body,
      })
    const proof = JSON.stringify({ token: btoa(JSON.stringify({ challenge, solution })) })
    expect((await post(proof)).status).toBe(204)
    for (const body of [proof, '', '{}', '[', JSON.stringify({ token: 'AAAA' }), 'x'.repeat(10_000)]) {
      const answer = await post(body)
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null])
    }
  })
})

describe('the guest search of an address beyond its 60 in ten minutes', () => {
  const address = { 'x-forwarded-for': '100.64.1.1' }
  const search = (headers: Record<string, string> = {}) =>
    fetch(`${site.url}/rest/v1/rpc/search?query=ipo`, {
      headers: { apikey: site.publishableKey, ...address, ...headers },
    })

  test('takes a proof of work, of calls in a header and of pages by a pass', async () => {
    // Half of each: 50 requests in ten seconds are another limit.
    for (let asked = 0; asked < 30; asked += 1) {
      expect((await search()).status).toBe(200)
      expect((await open('/search?q=ipo', address)).status).toBe(200)
    }
    const refused = await search()
    expect(refused.status).toBe(429)
    const { captcha_challenge: challenge, ...rest } = (await refused.json()) as {
      captcha_challenge: Challenge
    }
    expect(rest).toMatchObject({ code: 'over_request_rate_limit', details: null })
    const solution = await solveChallenge({ challenge, deriveKey })
    const token = btoa(JSON.stringify({ challenge, solution }))
    expect((await search({ 'x-captcha-token': token })).status).toBe(200)
    expect((await search({ 'x-captcha-token': token })).status, 'the same proof again').toBe(429)

    const page = await open('/search?q=ipo', address)
    const html = await page.text()
    expect(page.status).toBe(429)
    expect(html).toMatch(/a lot of searches in a short time. Please try again in \d+ (seconds|minutes)/)
    expect(html).toContain('new Worker(')
    const cookie = await proofPass()
    expect((await open('/search?q=ipo', { ...address, cookie })).status).toBe(200)
    expect((await open('/search?q=ipo', address)).status).toBe(429)
    expect((await open('/hi/search?q=ipo', address)).status, 'in another language').toBe(429)
  })
})
