// The head of a discussion: title, flags, views, tags, and on later pages, where the opening post is collapsed, its author
// and day. The number of replies stands above them.
import { Link } from 'react-router'
import { replyAddress, replyAnchor } from '#app/domain/replies/paging.ts'
import { isQuestion } from '#app/domain/threads/structured-data.tsx'
import { ThreadFlags } from '#app/domain/threads/thread-flags.tsx'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { TagLink } from '#app/ui/chip.tsx'
import { count, formatDate } from '#shared/format.ts'
import { languageOf } from '#shared/language-of.ts'
import { memberName, tagPath, threadPath } from '#shared/slugs.ts'
import * as t from '#words/discussion.ts'

type HeadProps = {
  thread: FullThread
  page: number
  /** Whether the accepted answer is on this page. */
  isAnswerHere: boolean
}

export function ThreadHead({ thread, page, isAnswerHere }: HeadProps) {
  return (
    <header className="pb-4">
      <h1
        lang={languageOf(thread.title)}
        dir="auto"
        itemProp={isQuestion(thread) ? 'name' : 'headline'}
        className="max-w-4xl text-22 sm:text-28"
      >
        {thread.title}
      </h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-muted">
        {page === 1 ? null : (
          <span>
            {memberName(thread.author.username)} ·{' '}
            <time dateTime={thread.created_at}>{formatDate(thread.created_at)}</time>
          </span>
        )}
        <span className="whitespace-nowrap tabular-nums">{count(thread.view_count, t.view, t.views)}</span>
        <ThreadFlags thread={thread} />
      </p>
      <AnsweredBy thread={thread} isAnswerHere={isAnswerHere} />
      {thread.tags.length > 0 ? (
        <ul aria-label={t.tags} className="mt-1 flex flex-wrap gap-x-1.5 sm:mt-3">
          {thread.tags.map((tag) => (
            <li key={tag}>
              <TagLink large to={tagPath(tag)}>
                {tag}
              </TagLink>
            </li>
          ))}
        </ul>
      ) : null}
    </header>
  )
}

/** The link to the accepted answer, on whichever page of the discussion it is. */
function AnsweredBy({ thread, isAnswerHere }: Omit<HeadProps, 'page'>) {
  if (thread.answer_id === null || thread.answered_by === null) return null
  const look =
    'mt-1 inline-flex min-h-11 items-center gap-1.5 text-14 font-medium text-accent sign-check hover:underline sm:min-h-8'
  const words = (
    <span>
      {t.answeredBy(memberName(thread.answered_by))} <span aria-hidden>↓</span>
    </span>
  )
  // A plain anchor: the router would load the first page, because it drops the query.
  return isAnswerHere ? (
    <a href={`#${replyAnchor(thread.answer_id)}`} className={look}>
      {words}
    </a>
  ) : (
    <Link
      to={replyAddress(threadPath(thread), thread.answer_id, thread.beforeAnswer ?? null)}
      discover="none"
      className={look}
    >
      {words}
    </Link>
  )
}
