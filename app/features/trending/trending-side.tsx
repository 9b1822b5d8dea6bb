// Beside the ranking: periods, activity of the whole site, and categories.
import { useRef } from 'react'
import { Link } from 'react-router'
import { putFocusedInMiddle, useCurrentInView } from '#app/ui/current-in-view.ts'
import type { LinkTab } from '#app/ui/link-tabs.tsx'
import { formatCompact } from '#shared/format.ts'
import * as t from '#words/trending.ts'
import type { TrendingCategory, TrendingFigures } from './trending.ts'

/** The count stops here (docs/trending.md). */
const COUNTED_TO = 100_000

export function TrendingStats({ figures, span }: { figures: TrendingFigures; span: string }) {
  return (
    <section aria-label={t.whatHappenedIn(span)}>
      <dl className="grid grid-cols-4 rounded-card border border-line bg-surface">
        <Stat term={t.viewsTerm} value={formatCompact(figures.views)} />
        <Stat term={t.users} value={counted(figures.users)} />
        <Stat term={t.posts} value={counted(figures.posts)} />
        <Stat term={t.trending} value={counted(figures.trending)} />
      </dl>
    </section>
  )
}

function counted(value: number): string {
  return value >= COUNTED_TO ? `${formatCompact(COUNTED_TO)}+` : formatCompact(value)
}

function Stat({ term, value }: { term: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col-reverse border-line px-2.5 py-2.5 not-first:border-l sm:px-4 sm:py-3">
      <dt className="text-13 text-muted">{term}</dt>
      <dd className="text-16 leading-tight font-semibold tabular-nums sm:text-22">{value}</dd>
    </div>
  )
}

type CategoriesProps = {
  categories: readonly TrendingCategory[]
  /** The slug; null for all. */
  current: string | null
  href: (slug: string | null) => string
}

export function TrendingCategories({ categories, current, href }: CategoriesProps) {
  const row = useRef<HTMLUListElement>(null)
  // 'All' is before them.
  useCurrentInView(row, 1 + categories.findIndex(({ slug }) => slug === current))
  const total = categories.reduce((sum, { discussions }) => sum + discussions, 0)
  return (
    <nav aria-label={t.categories} className="rounded-card border border-line bg-surface p-2 max-lg:p-1">
      <h2 className="px-2 pt-1 pb-2 font-sans text-15 font-semibold max-lg:sr-only">{t.categories}</h2>
      <ul
        ref={row}
        onFocus={putFocusedInMiddle}
        className="relative flex gap-x-1 overflow-x-auto lg:grid lg:grid-cols-1"
      >
        <Category to={href(null)} name={t.all} discussions={total} isCurrent={current === null} />
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

type CategoryProps = { to: string; name: string; discussions: number; isCurrent: boolean }

function Category({ to, name, discussions, isCurrent }: CategoryProps) {
  return (
    <li className="shrink-0">
      <Link
        to={to}
        preventScrollReset
        aria-current={isCurrent ? 'page' : undefined}
        className={`flex min-h-11 items-center justify-between gap-2 rounded-control px-2 text-14 max-lg:px-3 sm:min-h-9 ${
          isCurrent ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-raised'
        }`}
      >
        <span className="min-w-0 truncate">{name}</span>
        <span className={`tabular-nums ${isCurrent ? '' : 'text-muted'}`}>{counted(discussions)}</span>
      </Link>
    </li>
  )
}

/** @param label label of the choices for screen readers */
export function Segments({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="flex rounded-control border border-control-line bg-surface p-0.5">
      {tabs.map(({ to, label: text, isCurrent, className = '' }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          aria-current={isCurrent ? 'page' : undefined}
          className={`inline-flex min-h-11 flex-1 items-center justify-center rounded-[6px] px-4 text-14 font-medium transition-colors duration-(--quick) sm:min-h-9 ${
            isCurrent ? 'bg-accent text-accent-ink' : 'text-muted hover:bg-raised hover:text-text'
          } ${className}`}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
