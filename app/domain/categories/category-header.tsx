// The description of a category, and the button to start a discussion in it.
import { Plus } from 'lucide-react'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { count } from '#shared/format.ts'
import { CategoryTile } from './category-tile.tsx'
import type { Category } from './queries.ts'

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
      {/* On phones the button floats above the bottom bar within reach of the thumb, and covers as little of a row as
          possible. */}
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
