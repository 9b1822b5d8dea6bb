// The head of a discussion: title, flags, author and time, views and replies, tags.
import { Link } from 'react-router'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import { isQuestion } from '#app/domain/threads/structured-data.tsx'
import { ThreadFlags } from '#app/domain/threads/thread-flags.tsx'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { TagLink } from '#app/ui/chip.tsx'
import { count, formatDate } from '#shared/format.ts'
import { isDeletedMember, memberName, memberPath, tagPath, threadPath } from '#shared/slugs.ts'

type HeadProps = {
  thread: FullThread
  /** Whether the accepted answer is on this page. */
  isAnswerHere: boolean
}

export function ThreadHead({ thread, isAnswerHere }: HeadProps) {
  return (
    <header className="pb-4">
      <h1 itemProp={isQuestion(thread) ? 'name' : 'headline'} className="max-w-4xl text-22 sm:text-28">
        {thread.title}
      </h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-muted">
        <span>
          {isDeletedMember(thread.author.username) ? (
            memberName(thread.author.username)
          ) : (
            <Link
              discover="none"
              to={memberPath(thread.author.username)}
              className="-my-2.5 inline-block py-2.5 text-text hover:text-accent hover:underline sm:my-0 sm:py-0"
            >
              {thread.author.username}
            </Link>
          )}{' '}
          started this on <time dateTime={thread.created_at}>{formatDate(thread.created_at)}</time>
        </span>
        <span className="whitespace-nowrap tabular-nums">
          {count(thread.view_count, 'view', 'views')} · {count(thread.reply_count, 'reply', 'replies')}
        </span>
        <ThreadFlags thread={thread} />
      </p>
      <AnsweredBy thread={thread} isAnswerHere={isAnswerHere} />
      {thread.tags.length > 0 ? (
        <ul aria-label="Tags" className="mt-1 flex flex-wrap gap-x-1.5 sm:mt-3">
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
function AnsweredBy({ thread, isAnswerHere }: HeadProps) {
  if (thread.answer_id === null || thread.answered_by === null) return null
  const look =
    'mt-1 inline-flex min-h-11 items-center gap-1.5 text-14 font-medium text-accent sign-check hover:underline sm:min-h-8'
  const words = (
    <span>
      Answered by {memberName(thread.answered_by)} <span aria-hidden>↓</span>
    </span>
  )
  // A plain anchor: the router would load the first page, because it drops the query.
  return isAnswerHere ? (
    <a href={`#${replyAnchor(thread.answer_id)}`} className={look}>
      {words}
    </a>
  ) : (
    <Link to={`${threadPath(thread)}?reply=${thread.answer_id.slice(0, 8)}`} discover="none" className={look}>
      {words}
    </Link>
  )
}
