// Articles as cards: the Learning Center's list and the front page's latest three.
import { Link } from 'react-router'
import { formatDate } from '#app/lib/format.ts'
import { useSite } from '#app/lib/use-site.ts'
import { Stagger } from '#app/ui/stagger.tsx'
import type { ArticleSummary } from './queries.ts'

const STEP_MS = 150

export function ArticleCards({ articles }: { articles: readonly ArticleSummary[] }) {
  return (
    <Stagger stepMs={STEP_MS} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {articles.map((article) => (
        <ArticleCard key={article.id} article={article} />
      ))}
    </Stagger>
  )
}

function ArticleCard({ article }: { article: ArticleSummary }) {
  const site = useSite()
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors duration-(--quick) hover:border-control-line">
      {article.image ? (
        <img
          src={article.image}
          alt=""
          loading="lazy"
          width={640}
          height={360}
          className="aspect-video w-full object-cover"
        />
      ) : null}
      <div className="flex flex-1 flex-col p-5">
        <p className="text-13 font-medium text-accent">{article.category}</p>
        <h3 className="mt-1.5 text-18 leading-snug">
          <Link
            to={`/blog/${article.slug}`}
            className="after:absolute after:inset-0 after:rounded-card group-hover:text-accent"
          >
            {article.title}
          </Link>
        </h3>
        <p className="mt-2 line-clamp-3 text-15 text-muted">{article.excerpt}</p>
        <p className="mt-auto flex flex-wrap gap-x-2 pt-4 text-13 text-muted">
          <span className="font-medium text-text">{authorName(article.author, site.name)}</span>
          <time dateTime={article.created_at}>{formatDate(article.created_at)}</time>
          <span>{article.read_time}</span>
        </p>
      </div>
    </li>
  )
}

/** SPEC.md section 3: full name, else username, else the site's team. */
export function authorName(author: ArticleSummary['author'], siteName: string): string {
  return author?.full_name || author?.username || `Team ${siteName}`
}
