// The list of the forum's categories: what each is about, its newest discussion, and for members how much is new.
import { TrackingSlot } from '#app/domain/tracking/tracking-slot.tsx'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Link } from '#app/ui/link.tsx'
import { count } from '#shared/format.ts'
import { languageOf } from '#shared/language-of.ts'
import { memberName, threadPath } from '#shared/slugs.ts'
import * as t from '#words/categories-more.ts'
import { CategoryTile } from './category-tile.tsx'
import type { ListedCategory } from './queries.ts'

export function CategoryList({ categories }: { categories: readonly ListedCategory[] }) {
  const { data: news } = useMemberQuery(
    async (userId) => (await import('#app/domain/threads/own-reads.ts')).ownReadQueries.news(userId),
    [categories],
  )
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {categories.map((category) => {
        const fresh = news?.categories.find(({ id }) => id === category.id)?.threads ?? 0
        return (
          <li
            key={category.id}
            className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 px-4 py-3.5 transition-colors duration-(--quick) hover:bg-bg sm:items-center sm:px-5 lg:grid-cols-[auto_minmax(0,1fr)_300px_auto]"
          >
            <CategoryTile category={category} by="icon" />
            <div className="min-w-0">
              <h2 className="flex items-baseline gap-x-2 text-18 leading-tight">
                <Link to={`/forums/${category.slug}`} className="stretched">
                  {category.name}
                </Link>
                {fresh > 0 ? (
                  <span className="font-sans text-13 font-medium text-accent tabular-nums">
                    {t.newLabel(fresh)}
                  </span>
                ) : null}
              </h2>
              <p className="mt-0.5 text-15 text-pretty text-muted">{category.description}</p>
              <p className="mt-1 text-13 text-muted tabular-nums">
                {count(category.thread_count, t.discussion, t.discussions)} ·{' '}
                {count(category.post_count, t.post, t.posts)}
              </p>
            </div>
            <div className="max-lg:col-start-2 max-lg:row-start-2">
              {category.newest ? <Newest thread={category.newest} category={category} /> : null}
            </div>
            <TrackingSlot
              subject={{ category_id: category.id }}
              name={category.name}
              look="icon"
              className="size-11 sm:size-9"
            />
          </li>
        )
      })}
    </ul>
  )
}

type NewestProps = { thread: NonNullable<ListedCategory['newest']>; category: { slug: string } }

function Newest({ thread, category }: NewestProps) {
  const name = memberName(thread.author.username)
  return (
    <div className="flex items-center gap-3">
      <Avatar id={thread.author.id} src={thread.author.avatar_url} size={32} />
      <p className="min-w-0 text-13 text-muted">
        <Link
          to={threadPath({ ...thread, category })}
          lang={languageOf(thread.title)}
          dir="auto"
          className="relative z-10 block truncate py-1 text-14 text-text hover:text-accent hover:underline"
        >
          {thread.title}
        </Link>
        <span className="flex gap-x-1 whitespace-nowrap">
          <span className="overflow-hidden text-ellipsis">{name}</span>
          <span>·</span>
          <TimeAgo at={thread.created_at} />
        </span>
      </p>
    </div>
  )
}
