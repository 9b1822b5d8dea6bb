// Replies outside of their discussions: discussion, excerpt and link.
import { ArrowBigUp } from 'lucide-react'
import { Link } from 'react-router'
import { TimeAgo } from '#app/ui/clock.tsx'
import { count } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import * as held from '#words/held.ts'
import * as t from '#words/replies-more.ts'
import type { WrittenReply } from './replies-by.ts'

export function WrittenReplies({ replies }: { replies: readonly WrittenReply[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {replies.map((reply) => (
        <li key={reply.id} className="group relative px-4 py-3 hover:bg-bg">
          <h3 className="font-sans text-15 leading-5 font-semibold text-pretty [overflow-wrap:anywhere]">
            <Link
              to={reply.path}
              {...spoken(reply.thread.title)}
              className="stretched group-hover:text-accent"
            >
              {reply.thread.title}
            </Link>
          </h3>
          <p
            {...spoken(reply.excerpt)}
            className="mt-1 line-clamp-3 max-w-prose text-15 [overflow-wrap:anywhere]"
          >
            {reply.excerpt}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-13 text-muted">
            <span>{reply.thread.category}</span>·<TimeAgo at={reply.created_at} />·
            <span className="inline-flex items-center gap-0.5 tabular-nums">
              <ArrowBigUp size={15} aria-hidden />
              {count(reply.upvote_count, t.upvote, t.upvotes)}
            </span>
            {reply.is_hidden ? (
              <span className="text-warn">
                {reply.state === 'held' ? held.waitsAfterOthers : t.hiddenByAModerator}
              </span>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  )
}
