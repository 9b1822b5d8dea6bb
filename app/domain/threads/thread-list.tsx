// Rows of discussions with column heads. The link of the title is stretched over the whole row; tags are above it.
import type { ReactNode } from 'react'
import { Avatar } from '#app/ui/avatar.tsx'
import { LevelWord, TagLink } from '#app/ui/chip.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Link } from '#app/ui/link.tsx'
import { count, formatCompact } from '#shared/format.ts'
import { isDeletedMember, memberName, tagPath, threadPath } from '#shared/slugs.ts'
import type { ThreadSummary } from './queries.ts'
import { readMark } from './read-mark.ts'
import { ThreadFlags } from './thread-flags.tsx'

type ListProps = {
  threads: readonly ThreadSummary[]
  within: 'category' | 'site'
  control?: (thread: ThreadSummary) => ReactNode
}

export function ThreadList({ threads, within, control }: ListProps) {
  return (
    <div className="flex grow flex-col overflow-hidden rounded-card border border-line bg-surface">
      {/* Hidden from screen readers: the rows have these labels themselves. */}
      <div
        aria-hidden
        className="hidden justify-end border-b border-line px-4 py-1.5 text-right text-13 text-muted sm:flex"
      >
        <span className="mr-auto">Discussion</span>
        <span className="w-16">Replies</span>
        {within === 'category' ? <span className="w-16">Views</span> : null}
        <span className="w-30">Activity</span>
      </div>
      {/* Beside a taller column the rows share the remaining height. */}
      <ul className="grid grow divide-y divide-line">
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} within={within} control={control?.(thread)} />
        ))}
      </ul>
    </div>
  )
}

const SHOWN_TAGS = 3

type RowProps = {
  thread: ThreadSummary
  /** A category's list shows excerpt, tags and views; the front page shows the category instead. */
  within: 'category' | 'site'
  /** Above the link at the end of the row: an administrator's control. */
  control?: ReactNode
}

/** A discussion as a row of a list. The link of the title is stretched over the whole row; tags are above it. */
export function ThreadRow({ thread, within, control }: RowProps) {
  const { author } = thread
  const isDetailed = within === 'category'
  return (
    <li
      data-read-mark={readMark(thread)}
      className="group relative grid min-h-16 grid-cols-[auto_minmax(0,1fr)] content-center items-start gap-x-3 px-4 py-2.5 transition-colors duration-(--quick) hover:bg-bg sm:py-2 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-4"
    >
      <span className="pt-0.5 sm:row-span-2">
        <Avatar name={memberName(author.username)} src={author.avatar_url} size={40} />
      </span>
      <div className="min-w-0 sm:row-span-2">
        <h3 className="line-clamp-2 font-sans text-15 leading-5 font-semibold text-pretty">
          <Link
            to={threadPath(thread)}
            className="after:absolute after:inset-0 after:-outline-offset-2 group-hover:text-accent"
          >
            {thread.title}
          </Link>
        </h3>
        {isDetailed ? (
          <p className="hidden truncate text-14 leading-5 text-muted sm:block">{thread.excerpt}</p>
        ) : null}
        <p className="flex h-5 items-center gap-x-2 text-13 whitespace-nowrap text-muted">
          <ThreadFlags thread={thread} terse />
          <span className="min-w-0 truncate">
            {memberName(author.username)}
            {isDeletedMember(author.username) ? null : <LevelWord level={author.user_level} />}
            {isDetailed ? null : ` in ${thread.category.name}`}
          </span>
          {isDetailed ? <Tags tags={thread.tags} /> : null}
        </p>
        <p className="truncate text-13 text-muted tabular-nums sm:hidden">
          {count(thread.reply_count, 'reply', 'replies')} · {count(thread.view_count, 'view', 'views')} ·{' '}
          <TimeAgo at={thread.last_activity} />
        </p>
      </div>
      <div className="hidden pt-0.5 text-right text-14 text-muted tabular-nums sm:flex">
        <Figure value={thread.reply_count} one="reply" many="replies" />
        {isDetailed ? <Figure value={thread.view_count} one="view" many="views" /> : null}
        <span className="w-30">
          <span className="sr-only">Last activity </span>
          <TimeAgo at={thread.last_activity} />
        </span>
      </div>
      {control}
    </li>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="hidden min-w-0 shrink-[2] gap-1 overflow-hidden sm:inline-flex">
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <TagLink key={tag} to={tagPath(tag)}>
          {tag}
        </TagLink>
      ))}
    </span>
  )
}

function Figure({ value, one, many }: { value: number; one: string; many: string }) {
  return (
    <span className="w-16">
      <span className={value > 0 ? 'text-text' : ''}>{formatCompact(value)}</span>
      <span className="sr-only"> {value === 1 ? one : many}</span>
    </span>
  )
}
