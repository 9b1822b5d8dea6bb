// The member's posts that others upvoted. Who upvoted them is private.
import { ArrowBigUp } from 'lucide-react'
import { Link } from 'react-router'
import { TimeAgo } from '#app/ui/clock.tsx'
import { count } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import * as t from '#words/dashboard.ts'
import type { UpvotedPost } from './queries.ts'

export function UpvotedPosts({ posts }: { posts: readonly UpvotedPost[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {posts.map(({ key, title, excerpt, upvotes, latest, path }) => (
        <li key={key} className="group relative px-4 py-3 hover:bg-bg">
          <h3 className="font-sans text-15 leading-5 font-semibold text-pretty [overflow-wrap:anywhere]">
            <Link to={path} {...spoken(title)} className="stretched group-hover:text-accent">
              {title}
            </Link>
          </h3>
          {excerpt === null ? null : (
            <p
              {...spoken(excerpt)}
              className="mt-1 line-clamp-2 max-w-prose text-15 [overflow-wrap:anywhere]"
            >
              {excerpt}
            </p>
          )}
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-13 text-muted">
            <span>{excerpt === null ? t.yourDiscussion : t.yourReply}</span>·
            <span className="inline-flex items-center gap-0.5 font-semibold text-accent tabular-nums">
              <ArrowBigUp size={15} aria-hidden />
              {count(upvotes, t.upvote, t.upvotes)}
            </span>
            ·
            <span>
              {t.latest} <TimeAgo at={latest} />
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
