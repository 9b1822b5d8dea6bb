// Around the ranking: what happened on the whole site within the frame, and where.
import { Link } from 'react-router'
import { formatCompact } from '#app/lib/format.ts'
import type { TrendingCategory, TrendingFigures } from './trending.ts'

/** Counting ends here (docs/trending.md). */
const COUNTED_TO = 100_000

export function TrendingStats({ figures, span }: { figures: TrendingFigures; span: string }) {
  return (
    <section aria-label={`What happened in ${span}`}>
      <dl className="grid grid-cols-2 rounded-card border border-line bg-surface sm:grid-cols-4">
        <Stat term="Views" value={formatCompact(figures.views)} />
        <Stat term="Users" value={counted(figures.users)} />
        <Stat term="Posts" value={counted(figures.posts)} />
        <Stat term="Trending" value={counted(figures.trending)} />
      </dl>
    </section>
  )
}

function counted(value: number): string {
  return value >= COUNTED_TO ? `${formatCompact(COUNTED_TO)}+` : formatCompact(value)
}

function Stat({ term, value }: { term: string; value: string }) {
  return (
    <div className="flex flex-col-reverse border-line px-4 py-3 not-first:border-l nth-3:border-t nth-4:border-t max-sm:nth-3:border-l-0 sm:nth-3:border-t-0 sm:nth-4:border-t-0">
      <dt className="text-13 text-muted">{term}</dt>
      <dd className="text-22 leading-tight font-semibold tabular-nums">{value}</dd>
    </div>
  )
}

type CategoriesProps = {
  categories: readonly TrendingCategory[]
  /** Its slug; null for all. */
  current: string | null
  href: (slug: string | null) => string
}

export function TrendingCategories({ categories, current, href }: CategoriesProps) {
  const total = categories.reduce((sum, { discussions }) => sum + discussions, 0)
  return (
    <nav aria-label="Categories" className="rounded-card border border-line bg-surface p-2">
      <h2 className="px-2 pt-1 pb-2 text-16">Categories</h2>
      <ul className="grid grid-cols-2 gap-x-2 lg:grid-cols-1">
        <Category to={href(null)} name="All" discussions={total} isCurrent={current === null} />
        {categories.map(({ id, name, slug, discussions }) => (
          <Category
            key={id}
            to={href(slug)}
            name={name}
            discussions={discussions}
            isCurrent={current === slug}
          />
        ))}
      </ul>
    </nav>
  )
}

function Category({
  to,
  name,
  discussions,
  isCurrent,
}: {
  to: string
  name: string
  discussions: number
  isCurrent: boolean
}) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={isCurrent ? 'page' : undefined}
        className={`flex min-h-11 items-center justify-between gap-2 rounded-control px-2 text-14 sm:min-h-9 ${
          isCurrent ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-raised'
        }`}
      >
        <span className="min-w-0 truncate">{name}</span>
        <span className={`tabular-nums ${isCurrent ? '' : 'text-muted'}`}>{counted(discussions)}</span>
      </Link>
    </li>
  )
}
