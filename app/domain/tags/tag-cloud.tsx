// Tags with their counts, the most used first. Every chip is a link as tall as a finger.
import { Link } from 'react-router'
import { count, formatNumber } from '#shared/format.ts'
import { tagPath } from '#shared/slugs.ts'
import type { TagCount } from './queries.ts'

export function TagCloud({ tags, label }: { tags: readonly TagCount[]; label: string }) {
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
            <span className="sr-only">, {count(thread_count, 'discussion', 'discussions')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
