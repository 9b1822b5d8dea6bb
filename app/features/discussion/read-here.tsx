// Marks the notifications about the visible posts as read. Renders nothing.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markSeen, notificationQueries } from '#app/domain/notifications/queries.ts'
import { useUnread } from '#app/domain/notifications/use-notifications.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { client } from '#app/platform/session/session.ts'

type ReadHereProps = { userId: string; threadId: string; replyIds: readonly string[] }

export default withQueries(ReadHere)

function ReadHere({ userId, threadId, replyIds }: ReadHereProps) {
  const queries = useQueryClient()
  const unread = useUnread(userId)
  const ids = replyIds.join(',')
  useEffect(() => {
    // Most pages have nothing to mark, and send no request.
    if (unread === 0) return
    client()
      .then((supabase) => markSeen(supabase, userId, threadId, ids))
      .then(async (any) => {
        if (any) await queries.invalidateQueries({ queryKey: notificationQueries.of(userId) })
      })
      .catch((error: unknown) => console.warn('notifications were not marked', error))
  }, [unread, userId, threadId, ids, queries])
  return null
}
