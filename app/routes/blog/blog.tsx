// The Learning Center (SPEC.md section 2): articles, searchable and by topic, with a featured one.
import { data, redirect, useRevalidator } from 'react-router'
import { resources } from '#app/context.ts'
import { FeaturedArticle } from '#app/domain/articles/article-cards.tsx'
import {
  type BlogAddress,
  blogPath,
  isFirstPage,
  readBlogAddress,
} from '#app/domain/articles/blog-address.ts'
import {
  type ArticlePage,
  type ArticleSummary,
  featuredArticle,
  listArticles,
  trendingTopics,
} from '#app/domain/articles/queries.ts'
import { LatestArticles } from '#app/features/blog/article-lists.tsx'
import { ArticleSearch, TrendingChips } from '#app/features/blog/article-search.tsx'
import { NewsletterBox } from '#app/features/newsletter/newsletter-box.tsx'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Failed } from '#app/ui/feedback/states.tsx'
import type { Route } from './+types/blog'

const CRUMBS = [{ label: 'Home', to: '/' }, { label: 'Learning Center' }]
const DESCRIPTION =
  'Articles on investing, IPOs, taxation, insurance, payments and cryptocurrency in India: worked examples in rupees, no recommendations.'

type Loaded = {
  address: BlogAddress
  /** Null for a visitor over the rate limit of searches. */
  list: ArticlePage | null
  featured: ArticleSummary | null
  topics: string[]
  error: string | null
}

// Nothing here is personal, so members get the guests' page too.
export async function loader({ context, url }: Route.LoaderArgs) {
  const { reader, tags, declareSearch } = context.get(resources)
  const address = readBlogAddress(url.searchParams)
  redirectToCanonical(url, blogPath(address))
  const [list, featured, topics] = await Promise.all([
    listArticles(reader, address),
    isFirstPage(address) ? featuredArticle(reader) : null,
    // The page is not dropped from the cache for these topics: a minute's delay does not matter.
    trendingTopics(reader),
  ])
  if (!list) throw redirect(blogPath({ ...address, page: 1 }))
  declareSearch(url.search)
  // Search results are not cached: there are as many as search texts.
  if (address.text === '') {
    tags.add('articles')
    for (const { author } of [...list.articles, ...(featured ? [featured] : [])])
      if (author) tags.add(`profile:${author.id}`)
  }
  return data<Loaded>({ address, list, featured, topics, error: null })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { address, list } = loaderData
  const { page } = address
  // Search results are not indexed.
  const isSearch = address.text !== ''
  const path = isSearch ? '/blog' : blogPath(address)
  return [
    ...pageMeta(matches, {
      title: page > 1 ? `Learning Center, page ${page}` : 'Learning Center',
      description: DESCRIPTION,
      path,
      crumbs: CRUMBS,
      prev: page > 1 ? blogPath({ ...address, page: page - 1 }) : null,
      next: list && page < list.pages ? blogPath({ ...address, page: page + 1 }) : null,
    }),
    ...(isSearch ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { address, list, featured, topics, error } = loaderData
  const { revalidate } = useRevalidator()
  return (
    <div className="page">
      <Breadcrumb crumbs={CRUMBS} />
      <h1 className="text-28 sm:text-36">Learning Center</h1>
      <p className="mt-2 text-16 text-muted">
        Money in India, explained with worked examples in rupees. For education, never a recommendation.
      </p>
      <div className="mt-5 space-y-4">
        <ArticleSearch address={address} />
        <TrendingChips topics={topics} address={address} />
      </div>
      {featured ? (
        <section aria-label="Featured article" className="mt-8">
          <FeaturedArticle article={featured} />
        </section>
      ) : null}
      {list ? (
        <LatestArticles address={address} list={list} />
      ) : error ? (
        <div className="mt-8">
          <Failed message={error} onRetry={() => void revalidate()} />
        </div>
      ) : null}
      <div className="mt-12">
        <NewsletterBox />
      </div>
    </div>
  )
}
