// The category's latest other discussions.
import type { RelatedThread } from '#app/domain/threads/thread-query.ts'
import { useNow } from '#app/ui/clock.tsx'
import { Kept } from '#app/ui/kept.tsx'
import { Link } from '#app/ui/link.tsx'
import { count, formatMoment, formatRelative } from '#shared/format.ts'
import { threadPath } from '#shared/slugs.ts'

type RelatedProps = { threads: readonly RelatedThread[]; category: { name: string; slug: string } }

export function RelatedThreads({ threads, category }: RelatedProps) {
  const now = useNow()
  if (threads.length === 0) return null
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="font-sans text-14 font-semibold">
        More in {category.name}
      </h2>
      <ul className="related">
        {threads.map((thread) => (
          <Kept
            key={thread.id}
            as="li"
            look={['related']}
            texts={{
              path: threadPath({ ...thread, category }),
              title: thread.title,
              replies: count(thread.reply_count, 'reply', 'replies'),
              at: thread.last_activity,
              moment: formatMoment(thread.last_activity),
              ago: formatRelative(thread.last_activity, now),
            }}
          >
            {({ path, title, replies, at, moment, ago }) => (
              <Link to={path}>
                <span>{title}</span>
                <span>
                  {replies} ·{' '}
                  <time dateTime={at} title={moment}>
                    {ago}
                  </time>
                </span>
              </Link>
            )}
          </Kept>
        ))}
      </ul>
    </section>
  )
}
