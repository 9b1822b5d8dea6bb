// Structured data of an article for search engines.
import type { Article as ArticleData, WithContext } from 'schema-dts'
import { memberPath } from '#shared/slugs.ts'
import { socialImagePath } from '#shared/social.ts'
import { type Article, authorName, publishedAt } from './queries.ts'

/** schema.org/Article. @param address makes an absolute URL of a path */
export function articleData(
  article: Article,
  site: { name: string },
  address: (path: string) => string,
): WithContext<ArticleData> {
  const { author } = article
  const path = `/blog/${article.slug}`
  const publisher = {
    '@type': 'Organization',
    name: site.name,
    url: address('/'),
    logo: { '@type': 'ImageObject', url: address('/icon-512.png'), width: '512', height: '512' },
  } as const
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    mainEntityOfPage: {
      '@type': 'WebPage',
      '@id': address(path),
      ...(article.reviewed_at ? { lastReviewed: article.reviewed_at } : {}),
    },
    headline: article.title,
    description: article.excerpt,
    articleSection: article.category,
    inLanguage: `${article.language}-IN`,
    isAccessibleForFree: true,
    datePublished: publishedAt(article),
    dateModified: article.updated_at,
    image: address(article.image ?? socialImagePath(path)),
    author: author
      ? {
          '@type': 'Person',
          name: authorName(author, site.name),
          url: address(memberPath(author.username)),
        }
      : publisher,
    publisher,
  }
}
