// Where to read on: the category's latest other discussions.
import type { RelatedThread } from '#app/domain/threads/thread-query.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Link } from '#app/ui/link.tsx'
import { count } from '#shared/format.ts'
import { threadPath } from '#shared/slugs.ts'

type RelatedProps = { threads: readonly RelatedThread[]; category: { name: string; slug: string } }

export function RelatedThreads({ threads, category }: RelatedProps) {
  if (threads.length === 0) return null
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="font-sans text-14 font-semibold">
        More in {category.name}
      </h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {threads.map((thread) => (
          <li key={thread.id}>
            <Link to={threadPath({ ...thread, category })} className="group block py-2.5">
              <span className="line-clamp-2 text-14 leading-snug text-text group-hover:text-accent group-hover:underline">
                {thread.title}
              </span>
              <span className="mt-0.5 block text-13 text-muted">
                {count(thread.reply_count, 'reply', 'replies')} · <TimeAgo at={thread.last_activity} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
