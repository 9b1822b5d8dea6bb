// Rows of discussions. The link of the title is stretched over the whole row; tags are above it.

import type { CSSProperties, ReactNode } from 'react'
import { categoryColor } from '#app/domain/categories/category-color.ts'
import type { Subject } from '#app/domain/mutes/queries.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { SampleWord, TagLink } from '#app/ui/chip.tsx'
import { TimeAgo, useClock } from '#app/ui/clock.tsx'
import { Link } from '#app/ui/link.tsx'
import { count, formatCompact } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import { attribute, READ_MARK } from '#shared/page-contract.ts'
import { memberName, replyPath, tagPath, threadPath } from '#shared/slugs.ts'
import * as t from '#words/threads-more.ts'
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
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {threads.map((thread) => {
        const own = reads?.get(thread.id) ?? null
        return own?.isMuted ? null : (
          <ThreadRow key={thread.id} thread={thread} within={within} own={own} control={control?.(thread)} />
        )
      })}
    </ul>
  )
}

const SHOWN_TAGS = 3
/** The server counts no further. */
const MOST_COUNTED = 100
/** A longer title may need both lines, and the excerpt has no place beside it. */
const LONG_TITLE = 80

type RowProps = {
  thread: ThreadSummary
  /** A category's list shows excerpt and views; the others show the category instead. */
  within: 'category' | 'site'
  /** How far the member has read; null for a guest, and until it is known. */
  own?: OwnRead | null
  /** Above the link at the end of the row: an administrator's control. */
  control?: ReactNode
}

/** Title and replies; below them where it is, and who wrote last. */
export function ThreadRow({ thread, within, own = null, control }: RowProps) {
  const { author } = thread
  const clock = useClock()
  const isDetailed = within === 'category'
  const name = memberName(author.username)
  const excerpt = isDetailed && thread.title.length <= LONG_TITLE ? thread.excerpt : undefined
  const hasExcerpt = excerpt !== undefined
  const isStrong = own === null || own.news !== null
  return (
    <li
      // What the browser remembers shows until what the server knows has arrived.
      {...attribute(READ_MARK, own === null ? readMark(thread) : undefined)}
      className="group relative grid min-h-14 grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 px-4 py-2 transition-colors duration-(--quick) hover:bg-bg sm:gap-x-4"
    >
      {own?.news ? (
        // In the row's padding, so that nothing moves when it appears.
        <span className="dot absolute top-1/2 left-1 -translate-y-1/2 bg-edge">
          <span className="sr-only">{own.news === 'new' ? t.newLabel : t.unread}</span>
        </span>
      ) : null}
      <Avatar id={author.id} src={author.avatar_url} size={32} />
      <div className="min-w-0">
        <div className="flex items-start gap-x-3">
          <div className="min-w-0 grow items-start gap-x-2 leading-5 sm:flex">
            <h3
              {...spoken(thread.title)}
              className={`font-sans text-15 leading-5 ${hasExcerpt ? 'line-clamp-2 max-w-full shrink-0 sm:line-clamp-1' : 'line-clamp-2'} ${
                isStrong ? 'font-semibold' : 'font-normal'
              }`}
            >
              <Link to={threadPath(thread)} className="stretched group-hover:text-accent">
                {thread.title}
              </Link>
            </h3>
            {hasExcerpt ? (
              <p
                {...spoken(excerpt)}
                className="hidden min-w-0 flex-1 truncate text-14 leading-5 text-muted sm:block"
              >
                {excerpt}
              </p>
            ) : null}
          </div>
          <Replies thread={thread} own={own} />
        </div>
        <p className="mt-0.5 flex min-h-5 flex-wrap items-center gap-x-2 text-13 leading-5 whitespace-nowrap text-muted sm:flex-nowrap">
          {isDetailed ? null : (
            <span
              className="category-name"
              style={{ '--cat': categoryColor(thread.category.color) } as CSSProperties}
            >
              {thread.category.name}
            </span>
          )}
          <ThreadFlags thread={thread} hot={isHot(thread, clock)} terse />
          {/* Where it is narrow the end of the name goes, and never the mark of the sample. */}
          <span className="flex min-w-0 flex-1 whitespace-pre has-[.text-warn]:min-w-20 sm:flex-none [&>.text-warn]:shrink-0">
            <span className="max-w-36 overflow-hidden text-ellipsis">{name}</span>
            <SampleWord id={author.id} />
          </span>
          <Tags tags={thread.tags} />
          <span className="ml-auto flex shrink-0 gap-x-1 tabular-nums">
            {isDetailed ? (
              <span className="max-sm:hidden">{count(thread.view_count, t.view, t.views)} ·</span>
            ) : null}
            <LastReply thread={thread} />
          </span>
        </p>
      </div>
      {control}
    </li>
  )
}

/** The number of replies as a chip, green if one is the answer; where some are new, how many, as a link to the first. */
function Replies({ thread, own }: { thread: ThreadSummary; own: OwnRead | null }) {
  const isAnswered = thread.answer_id !== null
  return (
    <span className="flex shrink-0 items-start gap-x-1 text-13 leading-5 tabular-nums">
      {own && own.unread > 0 && own.firstUnread !== null ? (
        <Link
          to={replyPath(threadPath(thread), own.firstUnread)}
          className="relative z-10 -my-3 py-3 pr-1 font-medium text-accent hover:underline"
        >
          {newReplies(own.unread)}
        </Link>
      ) : null}
      <span className={isAnswered ? 'answer-chip sign-check' : 'reply-chip'}>
        {formatCompact(thread.reply_count)}
        <span className="sr-only">
          {' '}
          {thread.reply_count === 1 ? t.reply : t.replies}
          {isAnswered ? t.answered : ''}
        </span>
      </span>
    </span>
  )
}

function newReplies(amount: number): ReactNode {
  const hidden = (text: string) => <span className="sr-only">{text}</span>
  if (amount === 1) return t.oneNewReply(hidden)
  return t.newReplies(amount < MOST_COUNTED ? amount : `${MOST_COUNTED - 1}+`, hidden)
}

/** Who wrote last, and when; of a discussion without replies only when it was begun. On phones only the time is seen. */
function LastReply({ thread }: { thread: ThreadSummary }) {
  return (
    <>
      {thread.last_writer ? (
        <span className="flex gap-x-1 max-sm:sr-only">
          {t.lastReplyBy(
            <span className="max-w-32 overflow-hidden text-ellipsis">
              {memberName(thread.last_writer.username)}
            </span>,
          )}
          <span>·</span>
        </span>
      ) : null}
      <TimeAgo at={thread.last_activity} />
    </>
  )
}

/** A tag that does not fit wraps out of sight. */
function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="hidden h-5.5 min-w-0 flex-1 flex-wrap gap-1 overflow-hidden sm:flex">
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <TagLink key={tag} to={tagPath(tag)}>
          {tag}
        </TagLink>
      ))}
    </span>
  )
}
