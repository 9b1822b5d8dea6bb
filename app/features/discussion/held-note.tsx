// What only the author sees of posts that wait for a moderator: that the discussion does, and the replies that do, below
// those that everybody reads. Loaded for members only.
import { Hourglass } from 'lucide-react'
import { heldQueries } from '#app/domain/held/query-options.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import * as t from '#words/held.ts'

/** Above a discussion that waits. */
export function HeldNote() {
  return (
    <div className="mb-4 rounded-card bg-warn-soft px-4 py-3 text-15 text-warn">
      <Why title={t.yourDiscussionWaits} />
    </div>
  )
}

/** Below the replies of a discussion. */
export function HeldReplies({ threadId }: { threadId: string }) {
  const { data: replies = [] } = useMemberQuery(
    async (userId) => heldQueries.inThread(threadId, userId),
    [threadId],
  )
  if (replies.length === 0) return null
  return (
    <section aria-label={t.yourWaitingReplies} className="mt-5 rounded-card border border-line bg-surface">
      <div className="rounded-t-card bg-warn-soft px-4 py-3 text-15 text-warn">
        <Why title={t.yourWaitingReplies} />
      </div>
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
    </section>
  )
}

function Why({ title }: { title: string }) {
  const { data: lastLook = null } = useMemberQuery(async () => heldQueries.lastLook, [])
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <Hourglass size={16} aria-hidden className="shrink-0" /> {title}
      </p>
      <p className="mt-1 text-14">
        {t.whyItWaits} {t.onlyYouSeeIt}
        {lastLook ? <> {t.lastLook(<TimeAgo within at={lastLook} />)}</> : null}
      </p>
    </>
  )
}
