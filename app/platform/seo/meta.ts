// Metadata of a page for search engines and shared links: title, description, canonical address, Open Graph, neighbours
// of a numbered page, breadcrumb, picture, feed.
import type { MetaDescriptor } from 'react-router'
import type { BreadcrumbList, WithContext } from 'schema-dts'
import { inLanguage, LANGUAGES, type Language, OFFERED } from '#shared/languages.ts'
import type { SiteInfo } from '#shared/site.ts'
import { SOCIAL_IMAGE, socialImagePath } from '#shared/social.ts'
import { LANGUAGE } from '#words/language.ts'
import * as t from '#words/platform.ts'

/**
 * Whether to render structured data and what else is read from the server's HTML alone: browsers get no code for it, except
 * in development, where React reports differences from that HTML. In the head, React keeps elements that it did not render.
 */
export const WRITES_FOR_READERS = import.meta.env.SSR || import.meta.env.DEV

/** Longer titles of search results are cut: these have no room for the site's name, which is shown above them. */
const MOST_OF_TITLE = 65

type PageMeta = {
  /** Without the site's name, which is appended; null for the front page. */
  title: string | null
  description: string
  /** The number of a page of a list: one after the first has it in title and description. */
  page?: number
  /** The canonical address within the site, e.g. '/forums/ipos?page=2'. */
  path: string
  /** The addresses of the same content in other languages, where it is not at `path` in each. */
  translations?: Partial<Record<Language, string>>
  /** False: search engines do not list it. It may be fetched, because they would not know otherwise. */
  isIndexed?: boolean
  type?: 'website' | 'article' | 'profile'
  /** Addresses of the neighbouring pages of a numbered list. */
  prev?: string | null
  next?: string | null
  /** The breadcrumb from Home, this page last. */
  crumbs?: readonly { label: string; to?: string }[]
}

/** The descriptors of a page, for a route's `meta`. `matches` are the route's own; the first is the root. */
export function pageMeta(matches: readonly unknown[], page: PageMeta): MetaDescriptor[] {
  const site = siteOf(matches)
  const number = page.page ?? 1
  const own = page.title && (number > 1 ? t.titleOfPage(page.title, number) : page.title)
  if (!site) return [{ title: own ?? '' }]
  const whole = own ? `${own} · ${site.name}` : `${site.name}: ${site.tagline}`
  const title = own && whole.length > MOST_OF_TITLE ? own : whole
  const description = number > 1 ? t.descriptionOfPage(number, page.description) : page.description
  const address = (path: string) => addressIn(LANGUAGE, path, site)
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address(page.path) },
    ...(WRITES_FOR_READERS ? forReaders(page, site, { title: own ?? title, description }) : []),
    ...(page.crumbs
      ? [{ 'script:ld+json': WRITES_FOR_READERS ? breadcrumbList(page.crumbs, address) : {} }]
      : []),
  ]
}

/** What search engines, networks that show a shared link, and readers of feeds read from the HTML. */
function forReaders(
  { path, type = 'website', prev, next, translations = {}, isIndexed = true }: PageMeta,
  site: SiteInfo,
  { title, description }: { title: string; description: string },
): MetaDescriptor[] {
  const address = (path: string) => addressIn(LANGUAGE, path, site)
  return [
    ...(isIndexed ? inLanguages(path, translations, site) : [{ name: 'robots', content: 'noindex' }]),
    ...(prev ? [{ tagName: 'link', rel: 'prev', href: address(prev) } as const] : []),
    ...(next ? [{ tagName: 'link', rel: 'next', href: address(next) } as const] : []),
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address(path) },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: LANGUAGES[LANGUAGE].tag.replace('-', '_') },
    { property: 'og:image', content: address(socialImagePath(path)) },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(SOCIAL_IMAGE.width) },
    { property: 'og:image:height', content: String(SOCIAL_IMAGE.height) },
    { property: 'og:image:alt', content: title },
    // Twitter takes everything else from Open Graph.
    { name: 'twitter:card', content: 'summary_large_image' },
    ...feedLinks(path, address),
  ]
}

/** The page in each language, and in English for readers of none of them. */
function inLanguages(
  path: string,
  translations: Partial<Record<Language, string>>,
  site: SiteInfo,
): MetaDescriptor[] {
  const alternates = OFFERED.map((language) => [LANGUAGES[language].tag, language] as const)
  return [...alternates, ['x-default', 'en'] as const].map(([hrefLang, language]) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: addressIn(language, translations[language] ?? path, site),
  }))
}

function addressIn(language: Language, path: string, site: SiteInfo): string {
  return new URL(inLanguage(language, path), site.url).href
}

/** Pages with a feed of their own below their address. */
const FEEDS: readonly [RegExp, string][] = [
  [/^\/forums\/[^/]+$/, t.newDiscussionsOfThisCategory],
  [/^\/forums\/[^/]+\/[^/]+$/, t.repliesToThisDiscussion],
  [/^\/tags\/[^/]+$/, t.newDiscussionsWithThisTag],
  [/^\/experts\/[^/]+$/, t.postsOfThisMember],
  [/^\/latest$/, t.latestDiscussions],
]

/** The feeds of the page's part of the site. */
function feedLinks(path: string, address: (path: string) => string): MetaDescriptor[] {
  const [page = ''] = path.split('?', 1)
  const [, own] = FEEDS.find(([pattern]) => pattern.test(page)) ?? []
  const feed = own
    ? { title: own, path: page }
    : page === '/' || page === '/forums'
      ? { title: t.newDiscussions, path: '' }
      : page === '/blog' || page.startsWith('/blog/')
        ? { title: t.learningCenter, path: '/blog' }
        : null
  if (!feed) return []
  const { title } = feed
  return [
    ['rss+xml', 'xml'],
    ['feed+json', 'json'],
  ].map(([type, format]) => ({
    tagName: 'link',
    rel: 'alternate',
    type: `application/${type}`,
    title,
    href: address(`${feed.path}/feed.${format}`),
  }))
}

function breadcrumbList(
  crumbs: readonly { label: string; to?: string }[],
  address: (path: string) => string,
): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(to === undefined ? {} : { item: address(to) }),
    })),
  }
}

/** The site, as the root route loaded it. */
export function siteOf(matches: readonly unknown[]): SiteInfo | undefined {
  const root = matches[0] as { loaderData?: { site?: SiteInfo } } | undefined
  return root?.loaderData?.site
}
