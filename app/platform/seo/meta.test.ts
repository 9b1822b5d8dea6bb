import { expect, test } from 'vitest'
import { pageMeta } from './meta.ts'

const SITE = { name: 'Chowk', tagline: 'Plain talk', description: 'd', url: 'https://site.test' }
const MATCHES = [{ loaderData: { site: SITE } }]

test('title, canonical address and neighbours of a numbered page', () => {
  const descriptors = pageMeta(MATCHES, {
    title: 'IPOs, page 2',
    description: 'About IPOs',
    path: '/forums/ipos?page=2',
    prev: '/forums/ipos',
    next: '/forums/ipos?page=3',
  })
  expect(descriptors).toContainEqual({ title: 'IPOs, page 2 · Chowk' })
  expect(descriptors).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://site.test/forums/ipos?page=2',
  })
  expect(descriptors).toContainEqual({ tagName: 'link', rel: 'prev', href: 'https://site.test/forums/ipos' })
  expect(descriptors).toContainEqual({
    tagName: 'link',
    rel: 'next',
    href: 'https://site.test/forums/ipos?page=3',
  })
})

test('the front page is titled with the name and the tagline', () => {
  const descriptors = pageMeta(MATCHES, { title: null, description: 'd', path: '/' })
  expect(descriptors).toContainEqual({ title: 'Chowk: Plain talk' })
  expect(descriptors.filter((one) => 'rel' in one && (one.rel === 'prev' || one.rel === 'next'))).toEqual([])
})

test('the trail is told to machines with whole addresses, this page last', () => {
  const descriptors = pageMeta(MATCHES, {
    title: 'IPOs',
    description: 'd',
    path: '/forums/ipos',
    crumbs: [{ label: 'Home', to: '/' }, { label: 'IPOs' }],
  })
  expect(descriptors).toContainEqual({
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://site.test/' },
        { '@type': 'ListItem', position: 2, name: 'IPOs' },
      ],
    },
  })
})

test.each([
  ['/', '/feed.xml'],
  ['/forums', '/feed.xml'],
  ['/forums/ipos?page=2', '/forums/ipos/feed.xml'],
  ['/forums/ipos/a-title-1a2b3c4d?page=2', '/forums/ipos/a-title-1a2b3c4d/feed.xml'],
  ['/tags/sip', '/tags/sip/feed.xml'],
  ['/experts/asha.k?tab=replies', '/experts/asha.k/feed.xml'],
  ['/latest?page=2', '/latest/feed.xml'],
  ['/blog', '/blog/feed.xml'],
  ['/blog/what-is-sip', '/blog/feed.xml'],
  ['/terms', null],
])('%s names the feed %s', (path, feed) => {
  const links = pageMeta(MATCHES, { title: 't', description: 'd', path }).filter(
    (one) => 'rel' in one && one.rel === 'alternate' && 'type' in one,
  )
  const named = links.map((one) => ('href' in one ? one.href : null))
  expect(named).toEqual(
    feed ? [feed, feed.replace('.xml', '.json')].map((path) => `https://site.test${path}`) : [],
  )
})

test('a shared page shows its picture', () => {
  expect(pageMeta(MATCHES, { title: 't', description: 'd', path: '/forums/ipos?page=2' })).toContainEqual({
    property: 'og:image',
    content: 'https://site.test/social/forums/ipos.png',
  })
})

test('a page names itself in each language, unless it is not to be listed', () => {
  const languages = (isIndexed: boolean) =>
    pageMeta(MATCHES, { title: 't', description: 'd', path: '/forums/ipos?page=2', isIndexed })
      .filter((one) => 'hrefLang' in one)
      .map((one) => ('hrefLang' in one ? [one.hrefLang, 'href' in one ? one.href : null] : []))
  expect(languages(true)).toEqual([
    ['en-IN', 'https://site.test/forums/ipos?page=2'],
    ['hi-IN', 'https://site.test/hi/forums/ipos?page=2'],
    ['x-default', 'https://site.test/forums/ipos?page=2'],
  ])
  expect(languages(false)).toEqual([])
})

test('a text that has another address in another language names that one', () => {
  const links = pageMeta(MATCHES, {
    title: 't',
    description: 'd',
    path: '/blog/pehle',
    translations: { en: '/blog/first', hi: '/blog/pehle' },
  }).filter((one) => 'hrefLang' in one)
  expect(links.map((one) => ('href' in one ? one.href : null))).toEqual([
    'https://site.test/blog/first',
    'https://site.test/hi/blog/pehle',
    'https://site.test/blog/first',
  ])
})
