// What a crawl of every address that links and sitemaps lead to must find: for the file that has the site with the sample
// community, because a start of it costs more than these tests.
import { beforeAll, describe, expect, test } from 'vitest'
import { crawl, locationsIn, type Visit } from './crawl.ts'
import { itemsIn, unknownIn } from './structured-data.ts'

/** HTML, uncompressed. A letter of Devanagari takes three bytes. */
const MOST_BYTES_OF_PAGE = 90_000
const MOST_BYTES_IN_HINDI = 99_000
const isHindi = (path: string) => /^\/hi(?:[/?]|$)/.test(path)

/** Crawls the site before other tests of the file change it. */
export function testCrawl(url: () => string): void {
  describe('a crawl of every address that links and sitemaps lead to', () => {
    const read = async (path: string) => (await fetch(url() + path)).text()
    let visits: Map<string, Visit>
    let pages: Visit[]
    /** Pages that search results may list: each has one address. */
    let listed: Visit[]
    const pathsOf = (some: Iterable<Visit>) => [...some].map(({ path }) => path)

    beforeAll(async () => {
      visits = await crawl(url())
      pages = [...visits.values()].filter(({ html }) => html !== '')
      listed = pages.filter(({ path, canonical, isNoindex }) => !isNoindex && canonical === path)
    })

    test('meets no redirect and no error, and no address for each page to sign in or for each reply', () => {
      expect(listed.length).toBeGreaterThan(150)
      expect([...visits.values()].filter(({ status }) => status !== 200)).toEqual([])
      expect(pathsOf(visits.values()).filter((path) => /^\/sign(in|up)[?]|[?&]reply=/.test(path))).toEqual([])
    })

    test('links each reply on the page that has it, without a redirect', () => {
      const missing: string[] = []
      for (const { path, html } of listed)
        for (const [, href = ''] of html.matchAll(/href="([^"]*(?:#reply-|[?;&]reply=)[^"]*)"/g)) {
          const { pathname, search, hash } = new URL(href.replaceAll('&amp;', '&'), `${url()}${path}`)
          if (!visits.get(pathname + search)?.html.includes(`id="${hash.slice(1)}"`))
            missing.push(`${path}: ${href}`)
        }
      expect(missing).toEqual([])
    })

    test('finds each page under one address, with a title and a description of its own in its language', () => {
      const others = pages.filter((page) => !page.isNoindex && page.canonical !== page.path)
      for (const { path, canonical } of others)
        expect([path, pathsOf(listed).includes(canonical ?? '')]).toEqual([path, true])
      for (const pattern of [/<title>([^<]+)/, /<meta name="description" content="([^"]+)/]) {
        const found = Map.groupBy(listed, ({ html, path }) => {
          const [, text] = pattern.exec(html) ?? []
          return text && `${isHindi(path)} ${text}`
        })
        expect([...found.values()].filter((same) => same.length > 1).map(pathsOf)).toEqual([])
        expect(pathsOf(found.get(undefined) ?? [])).toEqual([])
      }
    })

    test('fetches what is not to be listed, which says so, and finds nothing of it in the sitemap', async () => {
      const hidden = pathsOf(pages.filter(({ isNoindex }) => isNoindex))
      expect(hidden).toEqual(expect.arrayContaining(['/search', '/unread', '/bookmarks', '/new-discussion']))
      for (const part of locationsIn(await read('/sitemap.xml')))
        for (const page of locationsIn(await read(new URL(part).pathname)))
          expect(pathsOf(listed)).toContain(page.slice(url().length))
    })

    test('reads no page of more than 90 kB, or 99 in Hindi', () => {
      const heavy = pages.filter(
        ({ bytes, path }) => bytes > (isHindi(path) ? MOST_BYTES_IN_HINDI : MOST_BYTES_OF_PAGE),
      )
      expect(heavy.map(({ path, bytes }) => `${path}: ${bytes}`)).toEqual([])
    })

    test('reads mostly what is worth it', () => {
      const bytesOf = (some: readonly Visit[]) => some.reduce((sum, { bytes }) => sum + bytes, 0)
      const share = bytesOf(listed) / bytesOf([...visits.values()])
      console.info(
        `crawl: ${visits.size} addresses, ${(share * 100).toFixed(1)} % of the bytes are listed pages`,
      )
      expect(share).toBeGreaterThanOrEqual(0.85)
    })

    test('reads structured data that schema.org knows; a discussion says its address once, on each of its pages', () => {
      const kinds = new Set<string>()
      for (const { path, html } of listed) {
        const items = itemsIn(html)
        for (const { type } of items) kinds.add(type)
        expect([path, unknownIn(items)]).toEqual([path, []])
        const discussion = items.find(({ type }) => type === 'DiscussionForumPosting')
        const urls = discussion?.properties.flatMap(({ name, value }) => (name === 'url' ? [value] : []))
        if (urls) expect([path, urls]).toEqual([path, [path.split('?', 1)[0]]])
      }
      expect([...kinds].toSorted()).toEqual(
        [
          'Article',
          'BreadcrumbList',
          'DiscussionForumPosting',
          'Organization',
          'ProfilePage',
          'WebSite',
        ].toSorted(),
      )
    })
  })
}
