// Discussions with similar titles, shown under the title while it is typed.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { TimeAgo } from '#app/ui/clock.tsx'
import { useDebouncedValue } from '#app/ui/use-debounced-value.ts'
import { count } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import { threadPath } from '#shared/slugs.ts'
import * as t from '#words/discussion-more.ts'
import { discussionQueries } from './query-options.ts'

/** A title is searched after a pause in typing, and from this length on. */
const PAUSE_MS = 600
const SHORTEST = 8

export function SimilarThreads({ title }: { title: string }) {
  const settled = useDebouncedValue(title.trim(), PAUSE_MS)
  const isLongEnough = [...settled].length >= SHORTEST
  const { data } = useQuery({ ...discussionQueries.similar(settled), enabled: isLongEnough })
  const threads = isLongEnough && title.trim() !== '' ? (data ?? []) : []
  return (
    <section aria-label={t.similarDiscussions} aria-live="polite" className="empty:hidden">
      {threads.length > 0 ? (
        <div className="rounded-card border border-line bg-surface px-4 py-3">
          <h2 className="font-sans text-14 font-semibold">{t.similarDiscussions}</h2>
          <ul className="mt-1 divide-y divide-line">
            {threads.map((thread) => (
              <li key={thread.id}>
                <Link
                  to={threadPath(thread)}
                  target="_blank"
                  className="group flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1 sm:min-h-9"
                >
                  <span className="min-w-0 text-15 leading-5 group-hover:text-accent group-hover:underline">
                    <span {...spoken(thread.title)}>{thread.title}</span>
                    <span className="sr-only">{t.opensInAnotherTab}</span>
                  </span>
                  <span className="flex items-center gap-x-2 text-13 text-muted">
                    {thread.answer_id === null ? null : (
                      <span className="answer-chip sign-check">{t.answered}</span>
                    )}
                    <span>
                      {count(thread.reply_count, t.reply, t.replies)} · <TimeAgo at={thread.last_activity} />
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}
