// What waits for a moderator, below a discussion: that the discussion itself does, or the reader's own replies to it. Nobody but
// their author and administrators gets any. Loaded for members only.
import { Hourglass } from 'lucide-react'
import { heldQueries } from '#app/domain/held/query-options.ts'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import * as t from '#words/held.ts'

type HeldPostsProps = { thread: FullThread; userId: string }

export default function HeldPosts({ thread, userId }: HeldPostsProps) {
  const { data: replies = [] } = useMemberQuery(
    async (member) => heldQueries.inThread(thread.id, member),
    [thread.id],
  )
  if (!thread.isHeld && replies.length === 0) return null
  const title = !thread.isHeld
    ? t.yourWaitingReplies
    : thread.author.id === userId
      ? t.yourDiscussionWaits
      : t.waitsForAModerator
  return (
    <section aria-label={title} className="mt-5 rounded-card border border-line bg-surface">
      <div className="rounded-t-card bg-warn-soft px-4 py-3 text-15 text-warn">
        <p className="flex items-center gap-2 font-medium">
          <Hourglass size={16} aria-hidden className="shrink-0" /> {title}
        </p>
        <Why />
      </div>
      {replies.length > 0 ? (
        <ul className="divide-y divide-line">
          {replies.map(({ id, content, created_at }) => (
            <li key={id} className="px-4 py-3">
              <p className="text-13 text-muted">
                <TimeAgo at={created_at} />
              </p>
              <SanitizedHtml html={content} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function Why() {
  const { data: lastLook = null } = useMemberQuery(async () => heldQueries.lastLook, [])
  return (
    <p className="mt-1 text-14">
      {t.whyItWaits} {t.onlyYouSeeIt}
      {lastLook ? <> {t.lastLook(<TimeAgo within at={lastLook} />)}</> : null}
    </p>
  )
}
