// Rows of discussions with column heads. The link of the title is stretched over the whole row; tags are above it.

import type { CSSProperties, ReactNode } from 'react'
import { categoryColor } from '#app/domain/categories/category-color.ts'
import type { Subject } from '#app/domain/mutes/queries.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { LevelWord, SampleWord, TagLink } from '#app/ui/chip.tsx'
import { TimeAgo, useClock } from '#app/ui/clock.tsx'
import { Link } from '#app/ui/link.tsx'
import { count, formatCompact } from '#shared/format.ts'
import { attribute, READ_MARK } from '#shared/page-contract.ts'
import { isDeletedMember, memberName, tagPath, threadPath } from '#shared/slugs.ts'
import { isHot } from './heat.ts'
import type { OwnRead } from './own-reads.ts'
import type { ThreadSummary } from './queries.ts'
import { readMark } from './read-mark.ts'
import { ThreadFlags } from './thread-flags.tsx'

type ListProps = {
  threads: readonly ThreadSummary[]
  within: 'category' | 'site'
  control?: (thread: ThreadSummary) => ReactNode
  /** The category or tag of the list: that it is muted leaves nothing out here. */
  of?: Subject
  /** What the member mutes is listed too: it is their own list, or that of the muted member. */
  showsMuted?: boolean
}

export function ThreadList({ threads, within, control, of, showsMuted = false }: ListProps) {
  // The list is the same for everybody; what the member has read of it follows.
  const { data: reads } = useMemberQuery(
    threads.length > 0
      ? async (userId) =>
          (await import('./own-reads.ts')).ownReadQueries.of(
            userId,
            threads,
            showsMuted ? null : { except: of ?? null },
          )
      : null,
    [threads],
  )
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
        <span className="w-36">Activity</span>
      </div>
      {/* Beside a taller column the rows share the remaining height. */}
      <ul className="grid grow divide-y divide-line">
        {threads.map((thread) => {
          const own = reads ? (reads.get(thread.id) ?? 'never opened') : null
          return own !== null && own !== 'never opened' && own.isMuted ? null : (
            <ThreadRow
              key={thread.id}
              thread={thread}
              within={within}
              own={own}
              control={control?.(thread)}
            />
          )
        })}
      </ul>
    </div>
  )
}

const SHOWN_TAGS = 3
/** The server counts no further. */
const MOST_COUNTED = 100

type RowProps = {
  thread: ThreadSummary
  /** A category's list shows excerpt, tags and views; the front page shows the category instead. */
  within: 'category' | 'site'
  /** How far the member has read; null for a guest, and until it is known. */
  own?: OwnRead | 'never opened' | null
  /** Above the link at the end of the row: an administrator's control. */
  control?: ReactNode
}

/** A discussion as a row of a list. The link of the title is stretched over the whole row; tags are above it. */
export function ThreadRow({ thread, within, own = null, control }: RowProps) {
  const { author } = thread
  const clock = useClock()
  const isDetailed = within === 'category'
  const isAnswered = thread.answer_id !== null
  const isRead = own !== null && own !== 'never opened' && own.unread === 0
  return (
    <li
      // What the browser remembers shows until what the server knows has arrived.
      {...attribute(READ_MARK, own === null ? readMark(thread) : undefined)}
      className="group relative grid min-h-16 grid-cols-[auto_minmax(0,1fr)] content-center items-start gap-x-3 px-4 py-2.5 transition-colors duration-(--quick) hover:bg-bg sm:py-2 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-4"
    >
      <span className="pt-0.5 sm:row-span-2">
        <Avatar name={memberName(author.username)} src={author.avatar_url} size={40} />
      </span>
      <div className="min-w-0 sm:row-span-2">
        {own !== null && !isRead ? (
          // In the row's padding, so that nothing moves when it appears.
          <span className="absolute top-4 left-1 size-2 rounded-full bg-edge">
            <span className="sr-only">Unread</span>
          </span>
        ) : null}
        {/* Two lines: a long title, or a short one and the excerpt, so that all rows are equally high. */}
        <div className={isDetailed ? 'overflow-hidden sm:max-h-10' : ''}>
          <h3
            className={`line-clamp-2 font-sans text-15 leading-5 text-pretty ${isRead ? 'font-normal' : 'font-semibold'}`}
          >
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
        </div>
        <p className="flex h-5 items-center gap-x-2 text-13 whitespace-nowrap text-muted">
          {isDetailed ? null : (
            <span
              className="category-name"
              style={{ '--cat': categoryColor(thread.category.color) } as CSSProperties}
            >
              {thread.category.name}
            </span>
          )}
          <ThreadFlags thread={thread} hot={isHot(thread, clock)} terse />
          <span className="min-w-0 truncate">
            {memberName(author.username)}
            {isDeletedMember(author.username) ? null : <LevelWord level={author.user_level} />}
            <SampleWord id={author.id} />
          </span>
          {isDetailed ? <Tags tags={thread.tags} /> : null}
          {own !== null && own !== 'never opened' ? <NewReplies thread={thread} own={own} /> : null}
        </p>
        <p className="truncate text-13 text-muted tabular-nums sm:hidden">
          {isAnswered ? (
            <span className="answer-chip sign-check align-top">
              {count(thread.reply_count, 'reply', 'replies')}
              <span className="sr-only">, answered</span>
            </span>
          ) : (
            count(thread.reply_count, 'reply', 'replies')
          )}{' '}
          · {count(thread.view_count, 'view', 'views')} · <TimeAgo at={thread.last_activity} />
        </p>
      </div>
      <div className="hidden pt-0.5 text-right text-14 text-muted tabular-nums sm:flex">
        <Figure value={thread.reply_count} one="reply" many="replies" isAnswered={isAnswered} />
        {isDetailed ? <Figure value={thread.view_count} one="view" many="views" /> : null}
        <span className="flex w-36 items-start justify-end gap-2">
          <span>
            <span className="sr-only">Last activity </span>
            <TimeAgo at={thread.last_activity} />
          </span>
          {thread.last_writer ? <LastWriter {...thread.last_writer} /> : null}
        </span>
      </div>
      {control}
    </li>
  )
}

/** 'N new', a link to the first of them. Above the link of the row. */
function NewReplies({ thread, own }: { thread: ThreadSummary; own: OwnRead }) {
  if (own.unread === 0 || own.firstUnread === null) return null
  return (
    <Link
      to={`${threadPath(thread)}?reply=${own.firstUnread.slice(0, 8)}`}
      className="relative z-10 -my-3 ml-auto shrink-0 py-3 pl-2 font-medium text-accent tabular-nums hover:underline"
    >
      {own.unread < MOST_COUNTED ? own.unread : `${MOST_COUNTED - 1}+`} new
      <span className="sr-only"> {own.unread === 1 ? 'reply' : 'replies'}</span>
    </Link>
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

/** Beside the time of the latest reply. */
function LastWriter({ username, avatar_url }: { username: string; avatar_url: string | null }) {
  const name = memberName(username)
  return (
    <span title={name} className="-mt-0.5">
      <Avatar name={name} src={avatar_url} size={24} />
      <span className="sr-only"> by {name}</span>
    </span>
  )
}

type FigureProps = { value: number; one: string; many: string; isAnswered?: boolean }

function Figure({ value, one, many, isAnswered = false }: FigureProps) {
  const look = value > 0 ? 'text-text' : ''
  return (
    <span className="w-16">
      {/* The chip's text is in line with the other figures. */}
      <span className={isAnswered ? 'answer-chip sign-check -mr-2' : look}>{formatCompact(value)}</span>
      <span className="sr-only">
        {' '}
        {value === 1 ? one : many}
        {isAnswered ? ', answered' : ''}
      </span>
    </span>
  )
}
