// The replies of a discussion that a search found, and the empty and error states. The whole row is one link, to the reply
// in its place.
import { Link } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { LevelWord, SampleWord } from '#app/ui/chip.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Empty, Failed } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { count } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import { QUESTION } from '#shared/limits.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { memberName, replyPath, threadPath } from '#shared/slugs.ts'
import * as t from '#words/search-more.ts'
import { type SearchAddress, searchPath } from './address.ts'
import { isCut, Marked } from './marks.tsx'
import type { FoundReply, SearchedThread } from './search-thread.ts'

type FoundProps = {
  thread: SearchedThread
  address: SearchAddress
  /** Null after an error. */
  found: readonly FoundReply[] | null
  error: string | null
  onRetry: () => void
}

export function FoundReplies({ thread, address, found, error, onRetry }: FoundProps) {
  const { q, page } = address
  if (error !== null) return <Failed message={error} onRetry={onRetry} />
  const [first] = found ?? []
  if (!found || !first) {
    const isAsked = [...q].length >= QUESTION.min
    return (
      <Empty
        title={isAsked ? t.noReplyHas(q) : q ? t.oneMoreLetter : t.whatAreYouLookingFor}
        action={
          <ButtonLink to={threadPath(thread)} variant="secondary">
            {t.backToTheDiscussion}
          </ButtonLink>
        }
      >
        {isAsked ? t.tryFewerOrOtherWords2 : t.inEnglishOrHindiA}
      </Empty>
    )
  }
  return (
    <>
      <p role="status" className="mb-2 text-14 text-muted [overflow-wrap:anywhere]">
        {first.is_exact ? null : t.noExactMatchForThese(q)}
        {count(first.total, t.reply, t.replies2)}
      </p>
      <ReplyRows replies={found} thread={threadPath(thread)} />
      <Pagination
        page={page}
        pages={Math.ceil(first.total / PAGE_SIZE)}
        href={(to) => searchPath({ ...address, page: to })}
        label={t.pagesOfReplies}
      />
    </>
  )
}

function ReplyRows({ replies, thread }: { replies: readonly FoundReply[]; thread: string }) {
  return (
    <ul
      aria-label={t.replies}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {replies.map(({ id, excerpt, username, author_id, avatar_url, user_level, at, is_answer }) => (
        <li
          key={id}
          className="group relative flex gap-3 px-4 py-3 transition-colors duration-(--quick) hover:bg-bg sm:gap-4"
        >
          <span className="pt-0.5">
            <Avatar id={author_id} src={avatar_url} size={40} />
          </span>
          <div className="min-w-0 flex-1">
            <h2 className="font-sans text-15 leading-5 font-semibold">
              <Link to={replyPath(thread, id)} className="stretched group-hover:text-accent">
                {memberName(username)}
              </Link>
              <span className="text-13 font-normal text-muted">
                <LevelWord level={user_level} />
                <SampleWord id={id} />
                {'\u00a0· '}
                <TimeAgo at={at} className="whitespace-nowrap" />
                {is_answer ? <span className="answer-chip sign-check ml-2">{t.answer}</span> : null}
              </span>
            </h2>
            <p
              {...spoken(excerpt)}
              className="mt-0.5 line-clamp-2 text-14 leading-5 text-muted [overflow-wrap:anywhere]"
            >
              <Marked line={excerpt} isText />
              {isCut(excerpt) ? '\u00a0…' : null}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
