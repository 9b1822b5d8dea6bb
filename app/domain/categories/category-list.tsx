// Categories as the pages show them: all of them as a list, tiles on the front page, and the head of one.
import { Plus } from 'lucide-react'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Link } from '#app/ui/link.tsx'
import { Stagger } from '#app/ui/stagger.tsx'
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

const STEP_MS = 100

/** Categories as tiles on the front page. */
export function CategoryCards({ categories }: { categories: readonly Category[] }) {
  if (categories.length === 0)
    return (
      <Empty title="No categories yet" action={<ButtonLink to="/forums">Visit the forums</ButtonLink>}>
        The subjects of the forum appear here as soon as there are some.
      </Empty>
    )
  return (
    <Stagger stepMs={STEP_MS} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {categories.map((category) => (
        <li
          key={category.id}
          className="relative flex gap-4 rounded-card border border-line bg-surface p-4 transition-colors duration-(--quick) hover:border-control-line"
        >
          <CategoryTile category={category} by="name" />
          <div className="min-w-0">
            <h3 className="font-sans text-16 leading-tight font-semibold">
              <Link
                to={`/forums/${category.slug}`}
                className="after:absolute after:inset-0 after:rounded-card"
              >
                {category.name}
              </Link>
            </h3>
            <p className="mt-1 text-14 text-pretty text-muted">{category.description}</p>
            <p className="mt-2 text-13 text-muted tabular-nums">
              {count(category.thread_count, 'thread', 'threads')} ·{' '}
              {count(category.post_count, 'post', 'posts')}
            </p>
          </div>
        </li>
      ))}
    </Stagger>
  )
}

/** What a category is about, and the way to add to it. */
export function CategoryHeader({ category }: { category: Category }) {
  const to = `/new-discussion?category=${category.slug}`
  return (
    <div className="flex items-start gap-4 pt-1 pb-5">
      <CategoryTile category={category} by="icon" />
      <div className="min-w-0 flex-1">
        <h1 className="text-28">{category.name}</h1>
        <p className="mt-0.5 text-16 text-pretty text-muted">{category.description}</p>
        <p className="mt-1 text-14 text-muted tabular-nums">
          {count(category.thread_count, 'thread', 'threads')} · {count(category.post_count, 'post', 'posts')}
        </p>
      </div>
      <div className="hidden self-center sm:block">
        <ButtonLink to={to}>New Discussion</ButtonLink>
      </div>
      {/* On phones it floats above the bottom bar, within the thumb's reach, and hides no more of a row than it must. */}
      <ButtonLink
        to={to}
        className="fixed right-4 bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+16px)] z-10 size-14 rounded-full! px-0! shadow-float sm:hidden!"
      >
        <Plus size={24} aria-hidden />
        <span className="sr-only">New Discussion</span>
      </ButtonLink>
    </div>
  )
}
