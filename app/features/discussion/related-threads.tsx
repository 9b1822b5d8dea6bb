// The category's latest other discussions. A row says when its discussion was started and not how long ago it was
// active: a page of old posts would change with each minute of the newest one.
import type { RelatedThread } from '#app/domain/threads/thread-query.ts'
import { Kept } from '#app/ui/kept.tsx'
import { Link } from '#app/ui/link.tsx'
import { count, formatDate, formatMoment } from '#shared/format.ts'
import { languageOf } from '#shared/language-of.ts'
import { threadPath } from '#shared/slugs.ts'
import * as t from '#words/discussion.ts'

type RelatedProps = { threads: readonly RelatedThread[]; category: { name: string; slug: string } }

export function RelatedThreads({ threads, category }: RelatedProps) {
  if (threads.length === 0) return null
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="font-sans text-14 font-semibold">
        {t.moreIn(category.name)}
      </h2>
      <ul className="related">
        {threads.map((thread) => (
          <Kept
            key={thread.id}
            as="li"
            look={['related', languageOf(thread.title) ?? '']}
            texts={{
              // Not a copy of the row: its title is no enumerable property (app/domain/threads/post-texts.ts).
              path: threadPath({ id: thread.id, title: thread.title, category }),
              title: thread.title,
              replies: count(thread.reply_count, t.reply2, t.replies2),
              at: thread.created_at,
              moment: formatMoment(thread.created_at),
              day: formatDate(thread.created_at),
            }}
          >
            {({ path, title, replies, at, moment, day }) => (
              <Link to={path}>
                <span lang={languageOf(thread.title)}>{title}</span>
                <span>
                  {replies} ·{' '}
                  <time dateTime={at} title={moment}>
                    {day}
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
