// The description of a category, and the button to start a discussion in it.
import { TrackingSlot } from '#app/domain/tracking/tracking-slot.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { count } from '#shared/format.ts'
import * as t from '#words/categories-more.ts'
import { CategoryTile } from './category-tile.tsx'
import type { Category } from './queries.ts'

export function CategoryHeader({ category }: { category: Category }) {
  return (
    <div className="flex flex-wrap items-start gap-4 pt-1 pb-5 sm:flex-nowrap">
      <CategoryTile category={category} by="icon" />
      <div className="min-w-0 flex-1">
        <h1 className="text-28">{category.name}</h1>
        <p className="mt-0.5 text-16 text-pretty text-muted">{category.description}</p>
        <p className="mt-1 text-14 text-muted tabular-nums">
          {count(category.thread_count, t.discussion, t.discussions)} ·{' '}
          {count(category.post_count, t.post, t.posts)}
        </p>
      </div>
      <div className="flex basis-full flex-wrap gap-2 sm:basis-auto sm:self-center">
        <ButtonLink to={`/new-discussion?category=${category.slug}`}>{t.newDiscussion}</ButtonLink>
        <TrackingSlot subject={{ category_id: category.id }} name={category.name} className="h-11 w-32" />
      </div>
    </div>
  )
}
