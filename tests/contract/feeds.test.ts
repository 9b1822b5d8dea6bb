// Feeds of the sample community: RSS 2.0 and JSON Feed 1.1, in both languages, and what they leave out.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SampleSite, startSampleSite } from '../support/sample-site.ts'

let { server, thread, get, ask, hide, write } = {} as SampleSite

beforeAll(async () => {
  ;({ server, thread, get, ask, hide, write } = await startSampleSite())
})

afterAll(() => server?.stop())

describe('feeds', () => {
  test.each([
    '/feed.xml',
    '/latest/feed.xml',
    '/forums/ipos/feed.xml',
    '/blog/feed.xml',
    '/tags/ipo/feed.xml',
    '/experts/ravi.p/feed.xml',
  ])('%s is RSS 2.0, and JSON Feed 1.1 beside it', async (path) => {
    const answer = await get(path)
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const body = await answer.text()
    expect(body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0"/)
    expect(body).toContain(`<atom:link href="${server.url}${path}" rel="self"`)
    expect(body, 'who is invented').toContain(' (sample)</dc:creator>')
    const items = body.split('<item>').slice(1)
    expect(items.length).toBeGreaterThan(2)
    for (const item of items) {
      expect(item).toMatch(/<link>http:\/\/[^<]+<\/link>/)
      expect(item).toMatch(/<guid isPermaLink="false">urn:uuid:[0-9a-f-]{36}<\/guid>/)
      expect(item).toMatch(/<pubDate>\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT<\/pubDate>/)
      // The description is escaped HTML: feed readers unescape it.
      expect(item).toMatch(/<description>&lt;p&gt;[^<]*<\/description>/)
    }
    const again = await get(path, { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect((await get(path, { 'if-none-match': '*' })).status).toBe(304)
    const json = await get(path.replace('.xml', '.json'))
    expect(json.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    const feed = (await json.json()) as { version: string; feed_url: string; items: { id: string }[] }
    expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
    expect(feed.feed_url).toBe(server.url + path.replace('.xml', '.json'))
    expect(feed.items.map(({ id }) => id)).toEqual(body.match(/urn:uuid:[0-9a-f-]{36}/g))
  })

  test.each(['/feed', '/latest/feed', '/forums/ipos/feed', '/tags/ipo/feed', '/experts/ravi.p/feed'])(
    '/hi%s is in Hindi, and leads to pages in Hindi',
    async (path) => {
      const body = await (await get(`/hi${path}.xml`)).text()
      expect(body).toContain('<language>hi-IN</language>')
      expect(body).toContain(`<atom:link href="${server.url}/hi${path}.xml" rel="self"`)
      expect(body).toMatch(/<category>[^<]*[ऀ-ॿ][^<]*<\/category>/)
      const links = [...body.matchAll(/<link>([^<]+)<\/link>/g)].map(([, link]) => link)
      expect(links.filter((link) => !link?.startsWith(`${server.url}/hi/`))).toEqual([])
      const feed = (await (await get(`/hi${path}.json`)).json()) as {
        language: string
        home_page_url: string
      }
      expect(feed).toMatchObject({
        language: 'hi-IN',
        home_page_url: expect.stringContaining(`${server.url}/hi/`),
      })
    },
  )

  test('its titles and descriptions are in Hindi, and the page names it', async () => {
    const ofSite = await (await get('/hi/feed.xml')).text()
    expect(ofSite).toContain('<title>ArthaChowk: नई चर्चाएँ</title>')
    expect(ofSite).toMatch(/<description>भारत का अग्रणी/)
    expect(ofSite).toContain(' (नमूना)</dc:creator>')
    const ofBlog = await (await get('/hi/blog/feed.xml')).text()
    expect(ofBlog).toContain('पहले ₹5,000 कहाँ रखें?')
    expect(ofBlog, 'articles in Hindi alone').not.toContain('/hi/blog/first-five-thousand')
    const page = await (await get('/hi/forums/ipos')).text()
    expect(page).toContain(`href="${server.url}/hi/forums/ipos/feed.xml"`)
  })

  test('of a discussion are its replies, without hidden ones, and they follow its address', async () => {
    const path = `${thread.path}/feed.xml`
    expect(await (await get(path)).text()).not.toContain('A new reply')
    const [author] = await ask<{ id: string }[]>('profiles?select=id&limit=1')
    const content = '<p>A new reply</p>'
    const [reply] = (await (
      await write('POST', 'replies', { thread_id: thread.id, author_id: author?.id, content })
    ).json()) as { id: string }[]
    await expect
      .poll(async () => (await get(path)).text())
      .toContain(`?reply=${reply?.id.slice(0, 8)}</link>`)
    await write('PATCH', `replies?id=eq.${reply?.id}`, { is_hidden: true })
    await expect.poll(async () => (await get(path)).text()).not.toContain('A new reply')
    const other = thread.path.replace(/[^/]+$/, `old-title-${thread.id.slice(0, 8)}`)
    const moved = await get(`${other}/feed.json`)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `${thread.path}/feed.json`])
    await hide(true)
    expect((await get(path)).status).toBe(404)
    await hide(false)
    expect((await get(path)).status).toBe(200)
  })

  test('other spellings of a tag or a name redirect, unknown ones have no feed', async () => {
    for (const [spelling, right] of [
      ['/tags/IPO/feed.xml', '/tags/ipo/feed.xml'],
      ['/experts/Ravi.P/feed.json', '/experts/ravi.p/feed.json'],
      ['/hi/tags/IPO/feed.xml', '/hi/tags/ipo/feed.xml'],
    ]) {
      const answer = await get(spelling as string)
      expect([spelling, answer.status, answer.headers.get('location')]).toEqual([spelling, 301, right])
    }
    for (const path of [
      '/tags/nobody-uses-this/feed.xml',
      '/experts/nobody_here/feed.xml',
      '/experts/ra%25/feed.xml',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test('a new title is in the feed at once, a hidden discussion is not', async () => {
    expect(await (await get('/feed.xml')).text()).toContain(thread.id)
    await hide(true)
    expect(await (await get('/feed.xml')).text()).not.toContain(thread.id)
    await hide(false)
    expect(await (await get('/feed.xml')).text()).toContain(thread.id)
  })

  test('an unknown category has none', async () => {
    expect((await get('/forums/no-such/feed.xml')).status).toBe(404)
  })
})
