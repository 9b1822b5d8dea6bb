// Articles as cards: the list of the Learning Center, the latest three on the front page, and related articles.
import { useSite } from '#app/platform/site/site.ts'
import { SampleWord } from '#app/ui/chip.tsx'
import { Link } from '#app/ui/link.tsx'
import { Stagger } from '#app/ui/stagger.tsx'
import { articleCategory, readingTime } from '#shared/article-words.ts'
import { formatDate } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import * as t from '#words/articles-more.ts'
import { Cover } from './cover.tsx'
import { type ArticleSummary, authorName, langOf, publishedAt } from './queries.ts'

const STEP_MS = 150
const CARD_SIZES = '(min-width: 1024px) 352px, (min-width: 640px) 48vw, 80px'

export function ArticleCards({ articles }: { articles: readonly ArticleSummary[] }) {
  return (
    <Stagger stepMs={STEP_MS} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {articles.map((article) => (
        <ArticleCard key={article.id} article={article} />
      ))}
    </Stagger>
  )
}

function ArticleCard({ article }: { article: ArticleSummary }) {
  const category = articleCategory(article.category)
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors duration-(--quick) hover:border-control-line">
      <Cover
        article={article}
        sizes={CARD_SIZES}
        className="max-sm:absolute max-sm:top-4 max-sm:right-4 max-sm:size-20! max-sm:rounded-control"
      />
      <div className="flex flex-1 flex-col p-4 sm:p-5">
        <div className="max-sm:min-h-20 max-sm:pr-24">
          <p {...spoken(category)} className="text-13 font-medium text-accent">
            {category}
          </p>
          <h3
            {...spoken(article.title)}
            className="mt-1 text-16 leading-snug text-pretty max-sm:font-sans [overflow-wrap:anywhere] sm:text-18"
          >
            <ArticleLink article={article} />
          </h3>
          <p
            lang={langOf(article)}
            className="mt-2 line-clamp-2 text-14 text-muted sm:line-clamp-3 sm:text-15"
          >
            {article.excerpt}
          </p>
        </div>
        <Byline article={article} />
      </div>
    </li>
  )
}

/** The featured article of the Learning Center. */
export function FeaturedArticle({ article }: { article: ArticleSummary }) {
  const category = articleCategory(article.category)
  return (
    <article className="group relative overflow-hidden rounded-card border border-line bg-surface transition-colors duration-(--quick) hover:border-control-line sm:grid sm:grid-cols-2 lg:grid-cols-[3fr_2fr]">
      <Cover
        article={article}
        sizes="(min-width: 1024px) 670px, (min-width: 640px) 50vw, 92vw"
        first
        className="sm:h-full! sm:object-cover"
      />
      <div className="flex flex-col p-4 sm:p-6">
        <p className="text-13 font-medium text-accent">
          <span className="mr-2 rounded-full bg-accent-soft px-2 py-0.5">{t.featured}</span>
          <span {...spoken(category)}>{category}</span>
        </p>
        <h2 {...spoken(article.title)} className="mt-2 text-22 leading-snug lg:text-28">
          <ArticleLink article={article} />
        </h2>
        <p lang={langOf(article)} className="mt-2 text-15 text-muted lg:text-16">
          {article.excerpt}
        </p>
        <Byline article={article} />
      </div>
    </article>
  )
}

/** Makes the whole card a link to the article. */
function ArticleLink({ article }: { article: ArticleSummary }) {
  return (
    <Link
      to={`/blog/${article.slug}`}
      lang={langOf(article)}
      className="stretched after:rounded-card group-hover:text-accent"
    >
      {article.title}
    </Link>
  )
}

function Byline({ article }: { article: ArticleSummary }) {
  const site = useSite()
  const at = publishedAt(article)
  return (
    <p className="mt-auto flex flex-wrap gap-x-1.5 pt-3 text-13 text-muted sm:pt-4">
      <span>
        <span className="font-medium text-text">{authorName(article.author, site.name)}</span>
        <SampleWord id={article.id} />
      </span>
      <span aria-hidden>·</span>
      <time dateTime={at}>{formatDate(at)}</time>
      <span aria-hidden>·</span>
      <span>{readingTime(article.read_time)}</span>
    </p>
  )
}
