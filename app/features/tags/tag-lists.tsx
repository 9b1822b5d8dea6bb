// Tags with their counts: the most used as chips, and all by first letter.
import { Link } from 'react-router'
import type { TagCount } from '#app/domain/tags/queries.ts'
import { count, formatNumber } from '#shared/format.ts'
import { TAG_LISTED_FROM, tagPath } from '#shared/slugs.ts'
import * as t from '#words/tags-more.ts'

/** The number of most used tags, among those of at least two discussions. */
const MOST_USED = 12

/** The most used tags as chips, then all in alphabetical order. */
export function TagLists({ tags }: { tags: readonly TagCount[] }) {
  const most = tags.slice(0, MOST_USED).filter(({ thread_count }) => thread_count > 1)
  return (
    <>
      {most.length > 0 ? (
        <section aria-labelledby="most-used" className="mb-8">
          <h2 id="most-used" className="mb-3 text-18">
            {t.mostUsed}
          </h2>
          <TagCloud tags={most} label={t.mostUsedTags} />
        </section>
      ) : null}
      <h2 className="mb-2 text-18">{t.fromAToZ}</h2>
      <TagIndex tags={tags} label={t.allTags} />
    </>
  )
}

/** @param label label of the list for screen readers */
function TagIndex({ tags, label }: { tags: readonly TagCount[]; label: string }) {
  const sorted = [...tags].sort((one, other) => (one.tag < other.tag ? -1 : 1))
  return (
    <ul aria-label={label} className="columns-2 gap-x-6 sm:columns-3 lg:columns-4">
      {sorted.map(({ tag, thread_count }) => (
        <li key={tag} className="break-inside-avoid">
          <Link
            to={tagPath(tag)}
            {...(thread_count < TAG_LISTED_FROM ? { rel: 'nofollow' } : {})}
            className="flex min-h-11 items-center justify-between gap-3 border-b border-line py-1 text-14 hover:text-accent sm:min-h-9"
          >
            <span className="min-w-0 truncate">{tag}</span>
            <span className="text-13 text-muted tabular-nums" aria-hidden>
              {formatNumber(thread_count)}
            </span>
            <span className="sr-only">, {count(thread_count, t.discussion, t.discussions)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Tags with their counts, the most used first. Each chip is a link of the size of a touch target. */
function TagCloud({ tags, label }: { tags: readonly TagCount[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {tags.map(({ tag, thread_count }) => (
        <li key={tag}>
          <Link
            to={tagPath(tag)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-15 hover:border-edge hover:text-accent sm:min-h-9 sm:text-14"
          >
            {tag}
            <span className="text-13 text-muted tabular-nums" aria-hidden>
              {formatNumber(thread_count)}
            </span>
            <span className="sr-only">, {count(thread_count, t.discussion, t.discussions)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
