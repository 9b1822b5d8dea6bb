// Lists of articles: the latest of the Learning Center, and what to read after one.
import { ArticleCards } from '#app/domain/articles/article-cards.tsx'
import { type BlogAddress, blogPath } from '#app/domain/articles/blog-address.ts'
import type { Article, ArticlePage, ArticleSummary } from '#app/domain/articles/queries.ts'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { count } from '#shared/format.ts'
import * as t from '#words/blog.ts'

type LatestProps = {
  address: BlogAddress
  list: ArticlePage
  /** The id of the featured article, which stands above the list and not in it a second time. */
  above: string | null
}

export function LatestArticles({ address, list, above }: LatestProps) {
  const isFiltered = address.text !== '' || address.topic !== 'all'
  return (
    <section aria-labelledby="latest" className="mt-10">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="latest" className="text-22">
          {t.latestArticles}
        </h2>
        <p role="status" className="text-14 text-muted tabular-nums">
          {isFiltered
            ? t.found(count(list.total, t.article, t.articles))
            : count(list.total, t.article, t.articles)}
        </p>
      </div>
      {list.articles.length > 0 ? (
        <ArticleCards articles={list.articles.filter(({ id }) => id !== above)} />
      ) : (
        <Empty
          title={t.noArticlesFoundMatchingYour}
          action={
            isFiltered ? (
              <ButtonLink to="/blog" variant="secondary">
                {t.showAllArticles}
              </ButtonLink>
            ) : null
          }
        >
          {isFiltered ? t.tryFewerWordsOrAnother : t.theFirstOneIsBeing}
        </Empty>
      )}
      <Pagination
        page={address.page}
        pages={list.pages}
        href={(page) => blogPath({ ...address, page })}
        label={t.pagesOfArticles}
      />
    </section>
  )
}

export function ReadOn({ article, related }: { article: Article; related: readonly ArticleSummary[] }) {
  if (related.length === 0) return null
  const isNear = related.some(({ category }) => category === article.category)
  return (
    <section aria-labelledby="related" className="mt-12">
      <h2 id="related" className="mb-3 text-22">
        {isNear ? t.relatedArticles : t.readNext}
      </h2>
      <ArticleCards articles={related} />
    </section>
  )
}
