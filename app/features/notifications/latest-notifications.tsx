// The last few notifications, as a part of another page.

import { notificationActions, useNotifications } from '#app/domain/notifications/use-notifications.ts'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import * as t from '#words/notifications-more.ts'
import { NotificationList } from './notification-list.tsx'

const SHOWN = 5

export default function LatestNotifications({ userId }: { userId: string }) {
  const { notifications, isError, refetch } = useNotifications(userId)
  const { read } = notificationActions(userId)
  if (isError && !notifications)
    return <Failed message={t.yourNotificationsCouldNotBe} onRetry={() => void refetch()} />
  if (!notifications) return <Skeleton label={t.loadingNotifications} rows={SHOWN} />
  if (notifications.length === 0)
    return (
      <Empty title={t.nothingYet} action={<ButtonLink to="/new-discussion">{t.newDiscussion}</ButtonLink>}>
        {t.repliesMentionsAndUpvotesAppear}
      </Empty>
    )
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <NotificationList notifications={notifications.slice(0, SHOWN)} onOpen={read} onRead={read} />
    </div>
  )
}
