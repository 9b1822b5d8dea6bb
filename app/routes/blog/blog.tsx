// The Learning Center (SPEC.md section 2): articles, searchable and by topic, with a featured one.
import { data, redirect, useRevalidator } from 'react-router'
import { resources } from '#app/context.ts'
import { FeaturedArticle } from '#app/domain/articles/article-cards.tsx'
import {
  type BlogAddress,
  blogPath,
  isFirstPage,
  readBlogAddress,
  TOPICS,
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
import * as t from '#words/blog-pages.ts'
import type { Route } from './+types/blog'

const CRUMBS = [{ label: t.home, to: '/' }, { label: t.learningCenter }]
const DESCRIPTION = t.articlesOnInvestingIPOsTaxation

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
  const topic = address.topic === 'all' ? null : TOPICS.find(({ value }) => value === address.topic)?.label
  // Search results are not indexed.
  const isSearch = address.text !== ''
  const path = isSearch ? '/blog' : blogPath(address)
  return pageMeta(matches, {
    title: topic ? t.learningCenter2(topic) : t.learningCenter,
    page,
    description: topic ? `${topic}. ${DESCRIPTION}` : DESCRIPTION,
    path,
    crumbs: CRUMBS,
    prev: page > 1 ? blogPath({ ...address, page: page - 1 }) : null,
    next: list && page < list.pages ? blogPath({ ...address, page: page + 1 }) : null,
    isIndexed: !isSearch,
  })
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { address, list, featured, topics, error } = loaderData
  const { revalidate } = useRevalidator()
  return (
    <div className="page">
      <Breadcrumb crumbs={CRUMBS} />
      <h1 className="text-28 sm:text-36">{t.learningCenter}</h1>
      <p className="mt-2 text-16 text-muted">{t.moneyInIndiaExplainedWith}</p>
      <div className="mt-5 space-y-4">
        <ArticleSearch address={address} />
        <TrendingChips topics={topics} address={address} />
      </div>
      {featured ? (
        <section aria-label={t.featuredArticle} className="mt-8">
          <FeaturedArticle article={featured} />
        </section>
      ) : null}
      {list ? (
        <LatestArticles address={address} list={list} above={featured?.id ?? null} />
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
