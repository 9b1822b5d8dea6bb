// Structured data of an article for search engines.
import { memberPath } from '#shared/slugs.ts'
import { type Article, authorName, publishedAt } from './queries.ts'

/** schema.org/Article. @param address makes an absolute URL of a path */
export function articleData(
  article: Article,
  site: { name: string },
  address: (path: string) => string,
): Record<string, unknown> {
  const { author } = article
  const publisher = { '@type': 'Organization', name: site.name, url: address('/') }
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    mainEntityOfPage: address(`/blog/${article.slug}`),
    headline: article.title,
    description: article.excerpt,
    articleSection: article.category,
    inLanguage: /\p{Script=Devanagari}/u.test(article.title) ? 'hi-IN' : 'en-IN',
    isAccessibleForFree: true,
    datePublished: publishedAt(article),
    dateModified: article.updated_at,
    ...(article.reviewed_at ? { lastReviewed: article.reviewed_at } : {}),
    ...(article.image ? { image: address(article.image) } : {}),
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
