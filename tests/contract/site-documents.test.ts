// The site as search engines find it, by a crawl of the sample community (tests/support/crawl-tests.ts). Documents other than
// pages and feeds: sitemap, robots.txt, security.txt, manifest, offline page, social images; and redirects from other spellings
// of addresses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locationsIn } from '../support/crawl.ts'
import { testCrawl } from '../support/crawl-tests.ts'
import { type SampleSite, startSampleSite } from '../support/sample-site.ts'

let { server, thread, get, ask, hide, write } = {} as SampleSite

beforeAll(async () => {
  ;({ server, thread, get, ask, hide, write } = await startSampleSite())
})

afterAll(() => server?.stop())

test('a page names its style sheets in a header, once each, and they are there', async () => {
  const page = await get(thread.path)
  const linked = [...(await page.text()).matchAll(/<link rel="stylesheet" href="([^"#]+)/g)].map(
    ([, href]) => href,
  )
  expect(linked).not.toEqual([])
  expect(page.headers.get('link')).toBe(linked.map((href) => `<${href}>; rel=preload; as=style`).join(', '))
  for (const href of linked)
    expect((await get(String(href))).headers.get('content-type')).toMatch(/^text\/css/)
})

/** Before the tests that change something. */
testCrawl(() => server.url)

describe('old links redirect permanently to the canonical address', () => {
  const slugified = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')

  test('by id, by the end of the address, by title, and by another title', async () => {
    const spellings = [
      `/thread/${thread.id}`,
      `/thread/whatever-${thread.id.slice(0, 8)}`,
      `/thread/${slugified(thread.title)}`,
      `/forums/thread/${thread.id}`,
      thread.path.replace(/[^/]+$/, `old-title-${thread.id.slice(0, 8)}`),
      thread.path.replace(/^\/forums\/[^/]+/, '/forums/nowhere'),
      thread.path.toUpperCase(),
    ]
    for (const spelling of spellings) {
      const answer = await get(spelling)
      expect([spelling, answer.status, answer.headers.get('location')]).toEqual([spelling, 301, thread.path])
    }
    expect((await get(thread.path)).status).toBe(200)
  })

  test('by another spelling of a name, whatever else is spelled otherwise', async () => {
    for (const spelling of [
      '/experts/RAVI.P',
      '/experts/Ravi.P/',
      '//experts//RAVI.P/',
      '/experts/ravi.p/',
    ]) {
      const answer = await get(spelling)
      expect([spelling, answer.status, answer.headers.get('location')]).toEqual([
        spelling,
        301,
        '/experts/ravi.p',
      ])
    }
    expect((await get('/experts/nobody_here/')).headers.get('location')).toBe('/experts/nobody_here')
  })

  test('but a link with where its visitors come from is answered with the cached page', async () => {
    const plain = (await get(thread.path)).headers.get('etag')
    const tracked = await get(`${thread.path}?utm_source=whatsapp&fbclid=IwAR0`)
    expect([tracked.status, tracked.headers.get('etag')]).toEqual([200, plain])
  })

  test('an unknown or hidden discussion is not found', async () => {
    for (const spelling of ['/thread/no-such-title', '/thread/%F0%9F%9A%80', '/thread/00000000'])
      expect([spelling, (await get(spelling)).status]).toEqual([spelling, 404])
    await hide(true)
    expect((await get(`/thread/${slugified(thread.title)}`)).status).toBe(404)
    await hide(false)
    expect((await get(`/thread/${slugified(thread.title)}`)).status).toBe(301)
  })
})

test('the end of a poll is a calendar file at its discussion, with text that ends no line', async () => {
  expect((await get(`${thread.path}/poll.ics`)).status).toBe(404)
  const question = `Rates; up, down\\ or एक जैसा ${'लंबा '.repeat(20)}?`
  const polls = await write('POST', 'polls', {
    thread_id: thread.id,
    question,
    options: ['Up', 'Down'],
    open_days: 3,
  })
  expect(polls.status).toBe(201)
  const [poll] = (await polls.json()) as { closes_at: string }[]
  await expect.poll(async () => (await get(`${thread.path}/poll.ics`)).status).toBe(200)
  const answer = await get(`${thread.path}/poll.ics`)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const file = await answer.text()
  const lines = file.split('\r\n')
  for (const line of lines) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  const whole = file.replaceAll('\r\n ', '').split('\r\n')
  expect(whole).toContain(`DTSTART:${poll?.closes_at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
  expect(whole).toContain(`SUMMARY:Poll closes: ${question.replaceAll(/[\\;,]/g, '\\$&')}`)
  expect(whole).toContain(`URL:${server.url}${thread.path}`)
  const moved = await get(`/forums/nowhere/x-${thread.path.slice(-8)}/poll.ics`)
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `${thread.path}/poll.ics`])
  await hide(true)
  await expect.poll(async () => (await get(`${thread.path}/poll.ics`)).status).toBe(404)
  await hide(false)
})

describe('the sitemap', () => {
  test('lists every part, and the parts list every page once', async () => {
    const index = await (await get('/sitemap.xml')).text()
    const parts = locationsIn(index)
    expect(parts).toEqual([
      `${server.url}/sitemaps/pages.xml`,
      `${server.url}/sitemaps/news.xml`,
      `${server.url}/sitemaps/threads-1-1.xml`,
      `${server.url}/sitemaps/members-1-1.xml`,
    ])
    const pages: string[] = []
    for (const part of parts.filter((part) => !part.endsWith('/news.xml'))) {
      const answer = await get(new URL(part).pathname)
      expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
      pages.push(...locationsIn(await answer.text()))
    }
    const threads = await ask<unknown[]>('threads?select=id&limit=1000')
    expect(pages.filter((page) => /\/forums\/[^/]+\/[^/]+$/.test(page))).toHaveLength(threads.length)
    expect(pages).toContain(server.url + thread.path)
    expect(pages).toContain(`${server.url}/privacy`)
    expect(pages).toContain(`${server.url}/forums/ipos`)
    expect(pages.some((page) => page.includes('/blog/'))).toBe(true)
    expect(pages.some((page) => page.includes('/experts/'))).toBe(true)
    expect(new Set(pages).size).toBe(pages.length)
  })

  test('has a part of news: what was written or published in the last two days', async () => {
    const news = await (await get('/sitemaps/news.xml')).text()
    const since = new Date(Date.now() - 2 * 86_400_000).toISOString()
    const [threads, articles] = await Promise.all([
      ask<{ id: string }[]>(`threads?select=id&created_at=gte.${since}`),
      ask<{ slug: string }[]>(`blog_posts?select=slug&published_at=gte.${since}`),
    ])
    const ends = [...threads.map(({ id }) => id.slice(0, 8)), ...articles.map(({ slug }) => slug)]
    expect(ends).toContain(thread.id.slice(0, 8))
    expect(locationsIn(news).filter((page) => !ends.some((end) => page.endsWith(end)))).toEqual([])
    expect(locationsIn(news)).toHaveLength(ends.length)
    expect(news).toContain(
      '<news:publication><news:name>ArthaChowk</news:name><news:language>hi</news:language>',
    )
  })

  test('has the date of each discussion’s last change, leaves hidden ones out, and has no other parts', async () => {
    const part = await (await get('/sitemaps/threads-1-1.xml')).text()
    expect(part).toMatch(new RegExp(`${thread.path}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z</lastmod>`))
    await hide(true)
    expect(await (await get('/sitemaps/threads-1-1.xml')).text()).not.toContain(thread.path)
    await hide(false)
    for (const other of ['threads-2-1', 'threads-1-2', 'threads-0-0', 'members-999999-1'])
      expect([other, (await get(`/sitemaps/${other}.xml`)).status]).toEqual([other, 404])
  })

  test('is named in robots.txt', async () => {
    const robots = await (await get('/robots.txt')).text()
    expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`)
    expect(robots).toContain('Disallow: /rest/v1/\n')
    expect(robots).toContain('Disallow: /*?reply=\n')
  })
})

describe('social images', () => {
  const size = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]
  const picture = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())

  test('a page names its image, which is a PNG of 1200 x 630', async () => {
    for (const path of ['/', thread.path, '/forums/ipos', '/terms']) {
      const html = await (await get(path)).text()
      const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
      const answer = await get(new URL(image).pathname)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/png'])
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(size(Buffer.from(await answer.arrayBuffer()))).toEqual([1200, 630])
    }
  })

  test('in Hindi it is another, with what is ours in Hindi', async () => {
    for (const path of ['/', '/forums/ipos', '/experts/ravi.p']) {
      const html = await (await get(`/hi${path}`.replace(/\/$/, ''))).text()
      const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
      expect(image).toContain('/hi/social/')
      const { pathname } = new URL(image)
      const own = await picture(pathname)
      expect(size(own)).toEqual([1200, 630])
      expect(own.equals(await picture(pathname.replace('/hi/', '/'))), path).toBe(false)
    }
  })

  test('articles and members have one, and unknown ones have none', async () => {
    const [article] = await ask<{ slug: string }[]>('blog_posts?select=slug&limit=1')
    const [member] = await ask<{ username: string }[]>('profiles?select=username&limit=1')
    for (const path of [`/blog/${article?.slug}`, `/experts/${member?.username}`])
      expect(size(await picture(`/social${path}.png`))).toEqual([1200, 630])
    for (const path of ['/blog/none', '/experts/nobody-here', '/forums/none', '/forums/ipos/none-00000000'])
      expect([path, (await get(`/social${path}.png`)).status]).toEqual([path, 404])
  })

  test('a hidden discussion has none, and a new title gets a new image', async () => {
    const path = `/social${thread.path}.png`
    const before = await picture(path)
    await hide(true)
    expect((await get(path)).status).toBe(404)
    await hide(false)
    expect((await picture(path)).equals(before)).toBe(true)
    await fetch(`${server.url}/rest/v1/threads?id=eq.${thread.id}`, {
      method: 'PATCH',
      headers: { apikey: server.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'क्या यह शीर्षक सही दिखता है?' }),
    })
    expect((await picture(path)).equals(before)).toBe(false)
  })
})

test('a title in Hindi is in the address, and earlier addresses lead there', async () => {
  await write('PATCH', `threads?id=eq.${thread.id}`, { title: 'एसआईपी या एकमुश्त?' })
  const id = thread.id.slice(0, 8)
  const path = thread.path.replace(/[^/]+$/, encodeURIComponent(`एसआईपी-या-एकमुश्त-${id}`))
  for (const spelling of [thread.path, thread.path.replace(/[^/]+$/, `discussion-${id}`)])
    await expect.poll(async () => (await get(spelling)).headers.get('location')).toBe(path)
  for (const address of [path, `${path}/feed.xml`, `/social${path}.png`])
    expect([address, (await get(address)).status]).toEqual([address, 200])
  const html = await (await get(path)).text()
  expect(html).toContain(`<link rel="canonical" href="${server.url}${path}"`)
  expect(await (await get('/sitemaps/threads-1-1.xml')).text()).toContain(`<loc>${server.url}${path}</loc>`)
})

test('security.txt says where to report a vulnerability, and for how long that holds', async () => {
  const answer = await get('/.well-known/security.txt')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  )
  expect(fields.get('Contact')).toBe(`${server.url}/contact`)
  expect(fields.get('Canonical')).toBe(`${server.url}/.well-known/security.txt`)
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})

test('the manifest has what an installation needs, and its icons and pictures match it', async () => {
  const answer = await get('/manifest.webmanifest')
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  const manifest = (await answer.json()) as {
    name: string
    display: string
    start_url: string
    icons: { src: string; sizes: string; purpose: string }[]
    screenshots: { src: string; sizes: string; form_factor: string }[]
  }
  expect(manifest).toMatchObject({ name: 'ArthaChowk', display: 'standalone', start_url: '/' })
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'wide'])
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const picture = Buffer.from(await (await get(src)).arrayBuffer())
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes)
  }
})

test('the offline page loads nothing', async () => {
  const page = await (await get('/offline.html')).text()
  expect(page).toContain('You are offline')
  expect(page).not.toMatch(/<script|src=|https?:/)
  expect(page.match(/href="[^"]*"/g)).toEqual(['href="data:,"', 'href=""'])
})
