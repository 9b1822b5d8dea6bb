// What a member started, newest first.
import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { count } from '#shared/format.ts'
import { threadPath } from '#shared/slugs.ts'
import type { OwnThread } from './own-profile.ts'

export function OwnThreads({ threads }: { threads: readonly OwnThread[] }) {
  if (threads.length === 0)
    return (
      <Empty title="No discussions yet" action={<ButtonLink to="/new-discussion">New Discussion</ButtonLink>}>
        What you start will be listed here. A clear question is the best beginning.
      </Empty>
    )
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {threads.map((thread) => (
        <li key={thread.id} className="relative px-4 py-3 sm:px-6 hover:bg-raised">
          <Link
            to={threadPath(thread)}
            className="font-semibold text-15 [overflow-wrap:anywhere] after:absolute after:inset-0 after:-outline-offset-2 hover:text-accent"
          >
            {thread.title}
          </Link>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13 text-muted">
            <span>{thread.category.name}</span>·<TimeAgo at={thread.created_at} />·
            <span className="inline-flex items-center gap-1">
              <MessageSquare size={13} aria-hidden />
              {count(thread.reply_count, 'reply', 'replies')}
            </span>
            {thread.is_hidden ? <span className="text-warn">· Hidden by a moderator</span> : null}
          </p>
        </li>
      ))}
    </ul>
  )
}
