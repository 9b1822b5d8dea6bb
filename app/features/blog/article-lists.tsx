// Lists of articles: the latest of the Learning Center, and what to read after one.
import { ArticleCards } from '#app/domain/articles/article-cards.tsx'
import { type BlogAddress, blogPath } from '#app/domain/articles/blog-address.ts'
import type { Article, ArticlePage, ArticleSummary } from '#app/domain/articles/queries.ts'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { count } from '#shared/format.ts'

export function LatestArticles({ address, list }: { address: BlogAddress; list: ArticlePage }) {
  const isFiltered = address.text !== '' || address.topic !== 'all'
  return (
    <section aria-labelledby="latest" className="mt-10">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="latest" className="text-22">
          Latest Articles
        </h2>
        <p role="status" className="text-14 text-muted tabular-nums">
          {isFiltered
            ? `${count(list.total, 'article', 'articles')} found`
            : count(list.total, 'article', 'articles')}
        </p>
      </div>
      {list.articles.length > 0 ? (
        <ArticleCards articles={list.articles} />
      ) : (
        <Empty
          title="No articles found matching your criteria."
          action={
            isFiltered ? (
              <ButtonLink to="/blog" variant="secondary">
                Show all articles
              </ButtonLink>
            ) : null
          }
        >
          {isFiltered ? 'Try fewer words, or another topic.' : 'The first one is being written.'}
        </Empty>
      )}
      <Pagination
        page={address.page}
        pages={list.pages}
        href={(page) => blogPath({ ...address, page })}
        label="Pages of articles"
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
        {isNear ? 'Related articles' : 'Read next'}
      </h2>
      <ArticleCards articles={related} />
    </section>
  )
}
