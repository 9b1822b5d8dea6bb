// Every tag by its first letter, in columns: where one looks for a tag whose name is known. The most used are chips.
import { Link } from 'react-router'
import { count, formatNumber } from '#shared/format.ts'
import { tagPath } from '#shared/slugs.ts'
import type { TagCount } from './queries.ts'

/** @param label what the list is called, for who cannot see it */
export function TagIndex({ tags, label }: { tags: readonly TagCount[]; label: string }) {
  const sorted = [...tags].sort((one, other) => (one.tag < other.tag ? -1 : 1))
  return (
    <ul aria-label={label} className="columns-2 gap-x-6 sm:columns-3 lg:columns-4">
      {sorted.map(({ tag, thread_count }) => (
        <li key={tag} className="break-inside-avoid">
          <Link
            to={tagPath(tag)}
            className="flex min-h-11 items-center justify-between gap-3 border-b border-line py-1 text-14 hover:text-accent sm:min-h-9"
          >
            <span className="min-w-0 truncate">{tag}</span>
            <span className="text-13 text-muted tabular-nums" aria-hidden>
              {formatNumber(thread_count)}
            </span>
            <span className="sr-only">, {count(thread_count, 'discussion', 'discussions')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
