// Structured data of the site on its front page: name and search.
import type { Graph, SearchActionLeaf, WithActionConstraints } from 'schema-dts'
import type { SiteInfo } from '#shared/site.ts'

export function siteData(site: SiteInfo): Graph {
  const address = (path: string) => new URL(path, site.url).href
  const organisation = {
    '@type': 'Organization',
    '@id': address('/#organization'),
    name: site.legalEntity,
    url: address('/'),
    logo: address('/icon-512.png'),
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', url: address('/contact') },
  } as const
  const website = {
    '@type': 'WebSite' as const,
    '@id': address('/#website'),
    name: site.name,
    description: site.description,
    url: address('/'),
    inLanguage: 'en-IN',
    publisher: { '@id': organisation['@id'] },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${address('/search')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    } satisfies WithActionConstraints<SearchActionLeaf>,
  }
  return { '@context': 'https://schema.org', '@graph': [website, organisation] }
}
