// The whole list, with marking, deleting and loading more.

import { MOST_COUNTED } from '#app/domain/notifications/queries.ts'
import {
  notificationActions,
  useNotifications,
  useUnread,
} from '#app/domain/notifications/use-notifications.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { count } from '#shared/format.ts'
import * as t from '#words/notifications-more.ts'
import { NotificationList } from './notification-list.tsx'

export default withQueries(NotificationPages)

function NotificationPages({ userId }: { userId: string }) {
  const query = useNotifications(userId)
  const { notifications } = query
  const unread = useUnread(userId)
  const { read, readAll, refresh } = notificationActions(userId)
  if (query.isError && !notifications)
    return <Failed message={t.yourNotificationsCouldNotBe} onRetry={() => void query.refetch()} />
  if (!notifications) return <Skeleton isFirst label={t.loadingNotifications} rows={6} />
  if (notifications.length === 0)
    return (
      <Empty title={t.noNotificationsYet} action={<ButtonLink to="/forums">{t.browseTheForums}</ButtonLink>}>
        {t.youAreToldHereWhen}
      </Empty>
    )
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="font-sans text-15 text-muted">
          {unread > MOST_COUNTED
            ? t.moreThanUnread(MOST_COUNTED)
            : unread > 0
              ? count(unread, t.unreadNotification, t.unreadNotifications)
              : t.everythingIsRead}
        </h2>
        <Button variant="secondary" size="small" disabled={unread === 0} onClick={readAll}>
          {t.markAllAsRead}
        </Button>
      </div>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <NotificationList notifications={notifications} onOpen={read} onRead={read} onRemoved={refresh} />
      </div>
      {query.hasNextPage ? (
        <div className="mt-4 flex justify-center">
          <Button
            variant="secondary"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? t.loading : t.loadMore}
          </Button>
        </div>
      ) : null}
    </>
  )
}
