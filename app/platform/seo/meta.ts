// Metadata of a page for search engines and shared links: title, description, canonical address, Open Graph, neighbours
// of a numbered page, breadcrumb, picture, feed.
import type { MetaDescriptor } from 'react-router'
import type { SiteInfo } from '#shared/site.ts'
import { SOCIAL_IMAGE, socialImagePath } from '#shared/social.ts'

/**
 * Whether to render structured data. Crawlers read them from the server's HTML, so browsers get no code for them,
 * except in development, where React reports differences from that HTML.
 */
export const WRITES_STRUCTURED_DATA = import.meta.env.SSR || import.meta.env.DEV

type PageMeta = {
  /** Without the site's name, which is appended; null for the front page. */
  title: string | null
  description: string
  /** The canonical address within the site, e.g. '/forums/ipos?page=2'. */
  path: string
  type?: 'website' | 'article'
  /** Addresses of the neighbouring pages of a numbered list. */
  prev?: string | null
  next?: string | null
  /** The breadcrumb from Home, this page last. */
  crumbs?: readonly { label: string; to?: string }[]
}

/** The descriptors of a page, for a route's `meta`. `matches` are the route's own; the first is the root. */
export function pageMeta(matches: readonly unknown[], page: PageMeta): MetaDescriptor[] {
  const site = siteOf(matches)
  if (!site) return [{ title: page.title ?? '' }]
  const title = page.title ? `${page.title} · ${site.name}` : `${site.name}: ${site.tagline}`
  const address = (path: string) => new URL(path, site.url).href
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: address(page.path) },
    ...(page.prev ? [{ tagName: 'link', rel: 'prev', href: address(page.prev) } as const] : []),
    ...(page.next ? [{ tagName: 'link', rel: 'next', href: address(page.next) } as const] : []),
    { property: 'og:title', content: page.title ?? title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: address(page.path) },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:image', content: address(socialImagePath(page.path)) },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(SOCIAL_IMAGE.width) },
    { property: 'og:image:height', content: String(SOCIAL_IMAGE.height) },
    { property: 'og:image:alt', content: page.title ?? title },
    // Twitter takes everything else from Open Graph.
    { name: 'twitter:card', content: 'summary_large_image' },
    ...feedLink(page.path, address),
    ...(page.crumbs
      ? [{ 'script:ld+json': WRITES_STRUCTURED_DATA ? breadcrumbList(page.crumbs, page.path, address) : {} }]
      : []),
  ]
}

/** Pages with a feed of their own below their address. */
const FEEDS: readonly [RegExp, string][] = [
  [/^\/forums\/[^/]+$/, 'New discussions of this category'],
  [/^\/forums\/[^/]+\/[^/]+$/, 'Replies to this discussion'],
  [/^\/tags\/[^/]+$/, 'New discussions with this tag'],
  [/^\/experts\/[^/]+$/, 'Posts of this member'],
  [/^\/latest$/, 'Latest discussions'],
]

/** The feed of the page's part of the site. */
function feedLink(path: string, address: (path: string) => string): MetaDescriptor[] {
  const [page = ''] = path.split('?', 1)
  const [, own] = FEEDS.find(([pattern]) => pattern.test(page)) ?? []
  const feed = own
    ? { title: own, href: `${page}/feed.xml` }
    : page === '/' || page === '/forums'
      ? { title: 'New discussions', href: '/feed.xml' }
      : page === '/blog' || page.startsWith('/blog/')
        ? { title: 'Learning Center', href: '/blog/feed.xml' }
        : null
  if (!feed) return []
  const type = 'application/rss+xml'
  return [{ tagName: 'link', rel: 'alternate', type, title: feed.title, href: address(feed.href) }]
}

function breadcrumbList(
  crumbs: readonly { label: string; to?: string }[],
  path: string,
  address: (path: string) => string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: address(to ?? path),
    })),
  }
}

/** The site, as the root route loaded it. */
export function siteOf(matches: readonly unknown[]): SiteInfo | undefined {
  const root = matches[0] as { loaderData?: { site?: SiteInfo } } | undefined
  return root?.loaderData?.site
}
