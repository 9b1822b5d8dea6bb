// The list of the forum's categories.
import { Link } from '#app/ui/link.tsx'
import { count, formatCompact } from '#shared/format.ts'
import { CategoryTile } from './category-tile.tsx'
import type { Category } from './queries.ts'

export function CategoryList({ categories }: { categories: readonly Category[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {categories.map((category) => (
        <li
          key={category.id}
          className="relative flex items-start gap-4 px-4 py-3.5 transition-colors duration-(--quick) hover:bg-bg sm:items-center sm:px-5"
        >
          <CategoryTile category={category} by="icon" />
          <div className="min-w-0 flex-1">
            <h2 className="text-18 leading-tight">
              <Link
                to={`/forums/${category.slug}`}
                className="after:absolute after:inset-0 after:-outline-offset-2"
              >
                {category.name}
              </Link>
            </h2>
            <p className="mt-0.5 text-15 text-pretty text-muted">{category.description}</p>
            <p className="mt-1 text-13 text-muted tabular-nums sm:hidden">
              {count(category.thread_count, 'thread', 'threads')} ·{' '}
              {count(category.post_count, 'post', 'posts')}
            </p>
          </div>
          <Figure value={category.thread_count} label={category.thread_count === 1 ? 'thread' : 'threads'} />
          <Figure value={category.post_count} label={category.post_count === 1 ? 'post' : 'posts'} />
        </li>
      ))}
    </ul>
  )
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <p className="hidden w-20 shrink-0 text-right leading-tight sm:block">
      <span className="block text-16 font-semibold tabular-nums">{formatCompact(value)}</span>{' '}
      <span className="text-13 text-muted">{label}</span>
    </p>
  )
}
