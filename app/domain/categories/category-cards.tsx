// Categories as tiles on the front page.
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Link } from '#app/ui/link.tsx'
import { Stagger } from '#app/ui/stagger.tsx'
import { count } from '#shared/format.ts'
import * as t from '#words/categories-more.ts'
import { CategoryTile } from './category-tile.tsx'
import type { Category } from './queries.ts'

const STEP_MS = 100

export function CategoryCards({ categories }: { categories: readonly Category[] }) {
  if (categories.length === 0)
    return (
      <Empty title={t.noCategoriesYet} action={<ButtonLink to="/forums">{t.visitTheForums}</ButtonLink>}>
        {t.categoriesAppearHereOnceThey}
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
              <Link to={`/forums/${category.slug}`} className="stretched after:rounded-card">
                {category.name}
              </Link>
            </h3>
            <p className="mt-1 text-14 text-pretty text-muted">{category.description}</p>
            <p className="mt-2 text-13 text-muted tabular-nums">
              {count(category.thread_count, t.discussion, t.discussions)} ·{' '}
              {count(category.post_count, t.post, t.posts)}
            </p>
          </div>
        </li>
      ))}
    </Stagger>
  )
}
