// What the member watches, with removal: a part of the settings.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { type Watch, watchQueries } from '#app/domain/watches/queries.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { Link } from '#app/ui/link.tsx'
import { tagPath } from '#shared/slugs.ts'
import * as t from '#words/tracking.ts'
import { track } from './track.ts'

export default function WatchList({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(watchQueries.of(userId))
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (one: Watch) => {
    // The pressed button disappears, and the focus would return to the top of the page.
    heading.current?.focus()
    void track({ userId, subject: subjectOf(one), name: nameOf(one) }, 'normal')
  }
  return (
    <section
      className="mt-6 rounded-card border border-line bg-surface p-4 sm:px-6"
      aria-labelledby="watched"
    >
      <h2 id="watched" ref={heading} tabIndex={-1} className="font-sans text-15 font-semibold outline-none">
        {t.categoriesAndTagsThatYou}
      </h2>
      {isError ? (
        <Failed message={t.whatYouWatchCouldNot} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton label={t.loadingWhatYouWatch} rows={1} />
      ) : data.length === 0 ? (
        <p className="mt-1 text-14 text-muted">{t.noneYetOnThePages}</p>
      ) : (
        <ul className="mt-2 flex flex-wrap gap-2">
          {data.map((one) => (
            <li
              key={nameOf(one)}
              className="inline-flex max-w-full items-center rounded-full border border-line pl-4 text-15"
            >
              <Link to={pathOf(one)} className="min-w-0 truncate py-2 hover:text-accent hover:underline">
                {nameOf(one)}
              </Link>
              <IconButton
                icon={<X {...SMALL_ICON} />}
                label={t.stopWatching(nameOf(one))}
                onClick={() => remove(one)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function subjectOf({ category_id, tag }: Watch) {
  return category_id === null ? { tag: tag ?? '' } : { category_id }
}

function nameOf({ category, tag }: Watch): string {
  return category?.name ?? `#${tag}`
}

function pathOf({ category, tag }: Watch): string {
  return category ? `/forums/${category.slug}` : tagPath(tag ?? '')
}
