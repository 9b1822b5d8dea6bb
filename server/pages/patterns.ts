// Patterns of the addresses of files, documents and pages, for metrics and the access log.
import type { ServerBuild } from 'react-router'
import { inLanguage, type Language } from '../../shared/languages.ts'

/** Before the pages, whose parameters would match some of them. */
const FILES_AND_DOCUMENTS = [
  ...['/assets/*', '/social/*', '/sitemaps/:part', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'],
  '/.well-known/security.txt',
  '/:file{[^/]+[.](?:svg|png|ico|js)}',
  '/offline.html',
  '/forums/:category/:thread/poll.ics',
  ...[
    '',
    '/latest',
    '/blog',
    '/forums/:category',
    '/forums/:category/:thread',
    '/tags/:tag',
    '/experts/:username',
  ].map((base) => `${base}/:feed{feed[.](?:xml|json)}`),
]

/**
 * The patterns of a build's pages, more specific ones first; a page whose last segment is fixed has a pattern for its
 * data too.
 */
export function sitePatterns(
  { routes }: Pick<ServerBuild, 'routes'>,
  languages: readonly Language[],
): string[] {
  const pathOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id]
    return route ? [...pathOf(route.parentId), ...(route.path ? [route.path] : [])] : []
  }
  const pages = Object.values(routes).flatMap((route) => {
    if (!route || route.path === '*' || (!route.path && !route.index)) return []
    const pattern = `/${pathOf(route.id).join('/')}`
    return /\/(?::[^/]*)?$/.test(pattern) ? [pattern] : [pattern, `${pattern}.data`]
  })
  const inLanguages = languages.flatMap((language) =>
    ['/_root.data', ...pages].map((one) => inLanguage(language, one)),
  )
  return [...FILES_AND_DOCUMENTS, ...inLanguages]
}
