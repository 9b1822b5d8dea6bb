// The head of a discussion: title, flags, author and time, views and replies, tags.
import { Link } from 'react-router'
import { ThreadFlags } from '#app/domain/threads/thread-flags.tsx'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { TagLink } from '#app/ui/chip.tsx'
import { count, formatDate } from '#shared/format.ts'
import { isDeletedMember, memberName, memberPath, tagPath } from '#shared/slugs.ts'

export function ThreadHead({ thread }: { thread: FullThread }) {
  return (
    <header className="pb-4">
      <h1 itemProp="headline" className="max-w-4xl text-22 sm:text-28">
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
