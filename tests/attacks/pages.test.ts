// Hostile page addresses: other spellings that would fill the cache, page numbers far beyond the last page, and addresses
// that do not exist.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'

const ERROR = 50

let site: TestServer

beforeAll(async () => {
  const port = await freePort()
  site = await startServer({
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
    PORT: String(port),
    // As behind a proxy that terminates TLS.
    SITE_URL: `https://127.0.0.1:${port}`,
  })
})
afterAll(() => site.stop())

type Answer = { status: number; headers: Record<string, string | undefined>; body: string }

/** Sends `target` unchanged; `fetch` would normalise it first. */
function get(target: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: target, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string | undefined>,
          body,
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

let addresses = 0
const newVisitor = () => ({ 'x-forwarded-for': `203.0.113.${++addresses}` })

test('guessing the links that end mails is limited by address, for people and for mail programs', async () => {
  const visitor = newVisitor()
  const post = (fields: Record<string, string>, headers = visitor) =>
    fetch(`http://127.0.0.1:${new URL(site.url).port}/mail/unsubscribe`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  for (let i = 0; i < 60; i += 1) {
    const { headers } = await post({ token: `guess.${i}` })
    expect(headers.get('location')).toBe('/mail/invalid')
  }
  const person = await post({ token: 'guess' })
  expect([person.status, person.headers.get('location')]).toEqual([303, '/mail/later'])
  const inHindi = await post({ token: 'guess', language: 'hi' })
  expect(inHindi.headers.get('location')).toBe('/hi/mail/later')
  const program = await post({ token: 'guess', 'List-Unsubscribe': 'One-Click' })
  expect([program.status, await program.text()]).toEqual([429, 'Too Many Requests'])
  expect(Number(program.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = await post({ token: 'guess' }, newVisitor())
  expect(other.headers.get('location')).toBe('/mail/invalid')
})

describe('a page has one spelling', () => {
  test.each([
    ['/forums/', '/forums'],
    ['/forums?', '/forums'],
    ['/%66orums', '/forums'],
    ['/FORUMS', '/forums'],
    ['//forums', '/forums'],
    ['//', '/'],
    ['//[', '/%5B'],
    ['//evil.example/forums', '/evil.example/forums'],
    ['/\\evil.example', '/evil.example'],
    ['http://evil.example/forums/', '/forums'],
    ['/forums?x=1', '/forums'],
    ['/?tab=abc', '/'],
    ['/trending?frame=zz', '/trending'],
    ['/trending?page=1', '/trending'],
    ['/latest?page=1', '/latest'],
    ['/latest?x=1', '/latest'],
    ['/experts?sort=bogus', '/experts'],
    ['/experts?page=2&sort=posts', '/experts?sort=posts&page=2'],
    ['/experts?sort=posts&sort=posts', '/experts?sort=posts'],
    ['/experts?sort=%70osts', '/experts?sort=posts'],
    ['/blog?topic=all', '/blog'],
    ['/about?page=2', '/about'],
    ['/contact?subject=whatever', '/contact'],
    ['/%66eed.xml', '/feed.xml'],
  ])('%s redirects to %s', async (target, plain) => {
    const { status, headers } = await get(target, newVisitor())
    expect([status, headers.location]).toEqual([301, plain])
  })

  test.each([
    '/',
    '/?tab=latest',
    '/?tab=trending',
    '/?tab=unread',
    '/forums',
    '/trending',
    '/latest',
    '/experts',
    '/blog',
    '/about',
    '/feed.xml',
  ])('%s is canonical and cached', async (target) => {
    const { status, headers } = await get(target, newVisitor())
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=0, must-revalidate'])
  })

  test('parameters that identity adds stay in the address, and such a page is not cached', async () => {
    const { status, headers } = await get('/forums?code=0f9c', newVisitor())
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    // The site root is where the links of mails lead; the answer is taken there.
    const root = await get('/?code=0f9c', newVisitor())
    expect([root.status, root.headers.location]).toEqual([302, '/confirmed?code=0f9c'])
  })

  test('the image of an unknown name is not rendered again for each name', async () => {
    for (const name of ['a', 'b/c', 'forums']) {
      expect((await get(`/social/${name}.png`, newVisitor())).status, name).toBe(404)
    }
  })

  test('a document has no parameters: it is rendered once for all of them', async () => {
    const visitor = newVisitor()
    for (let i = 0; i < 60; i += 1) expect((await get(`/feed.xml?x=${i}`, visitor)).status).toBe(200)
  })

  test('an invalid address is refused, and none of these requests logs an error', async () => {
    for (const target of ['/%00', '/forums/%00?x', '*']) {
      expect((await get(target, newVisitor())).status, target).toBe(400)
    }
    expect((await get('/tags/100%', newVisitor())).headers.location).toBe('/tags/100%25')
    expect(site.log().filter(({ level }) => level >= ERROR)).toEqual([])
  })
})

describe('pages that have to be rendered', () => {
  test('are limited to 50 in 10 seconds for one address, and cached ones are not limited', async () => {
    const visitor = newVisitor()
    for (let i = 0; i < 80; i += 1) expect((await get('/forums', visitor)).status).toBe(200)
    const answers: Answer[] = []
    // As many at once as strangers have places (strangers.test.ts).
    for (let first = 0; first < 60; first += 10) {
      const some = Array.from({ length: 10 }, (_, i) => get(`/forums/no-such-category-${first + i}`, visitor))
      answers.push(...(await Promise.all(some)))
    }
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(50)
    const [first] = refused
    expect(Number(first?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(first?.headers['retry-after'])).toBeLessThanOrEqual(10)
    expect(first?.headers['cache-control']).toBe('no-store')
    expect(first?.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(first?.body).toContain('<h1>A short pause, please</h1>')
    const data = await get('/forums/no-such-category.data', visitor)
    expect([data.status, data.headers['content-type']]).toEqual([429, 'text/plain; charset=utf-8'])
    expect((await get('/forums', visitor)).status, 'what is kept').toBe(200)
    expect((await get('/forums/no-such-category-1', newVisitor())).status, 'somebody else').toBe(404)
  })
})

describe('an entity tag', () => {
  test.each(['/forums', '/icon.svg'])('of %s identifies the bytes of one encoding', async (path) => {
    const visitor = newVisitor()
    const tags = new Set<string | undefined>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await get(path, { ...visitor, 'accept-encoding': encoding })
      tags.add(headers.etag)
      const conditional = { ...visitor, 'accept-encoding': encoding, 'if-none-match': headers.etag ?? '' }
      const again = await get(path, conditional)
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
    }
    expect(tags.size).toBe(3)
  })
})

test.each([
  '/',
  '/nowhere',
  '/icon.svg',
  '/feed.xml',
  '/forums/',
  '/healthz',
  '/auth/v1/settings',
  '/auth/v1/nowhere',
  '/rest/v1/forum_categories',
  '/rest/v1/nowhere',
  '/storage/v1/bucket',
  '/storage/v1/object/public/no/such',
  '/realtime/v1/api/broadcast',
  '/site/v1/health',
])('%s has the headers of every response', async (path) => {
  const { headers } = await get(path, { ...newVisitor(), apikey: site.publishableKey })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'strict-transport-security': 'max-age=31536000',
  })
})
