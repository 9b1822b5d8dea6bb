// The last few notifications, as a part of another page.

import { notificationActions, useNotifications } from '#app/domain/notifications/use-notifications.ts'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { NotificationList } from './notification-list.tsx'

const SHOWN = 5

export default function LatestNotifications({ userId }: { userId: string }) {
  const { notifications, isError, refetch } = useNotifications(userId)
  const { read } = notificationActions(userId)
  if (isError && !notifications)
    return <Failed message="Your notifications could not be loaded." onRetry={() => void refetch()} />
  if (!notifications) return <Skeleton label="Loading notifications..." rows={SHOWN} />
  if (notifications.length === 0)
    return (
      <Empty title="Nothing yet" action={<ButtonLink to="/new-discussion">New Discussion</ButtonLink>}>
        Replies, mentions and upvotes appear here. A clear question is a good start.
      </Empty>
    )
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <NotificationList notifications={notifications.slice(0, SHOWN)} onOpen={read} onRead={read} />
    </div>
  )
}
