// The panel of the bell: the latest notifications, and a link to all. Loaded with the first click.
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { notificationActions, useNotifications } from '#app/domain/notifications/use-notifications.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import * as t from '#words/notifications-more.ts'
import { NotificationList } from './notification-list.tsx'

const SHOWN = 8

type PanelProps = { id: string; userId: string; unread: number; onLeave: () => void }

export default function BellPanel({ id, userId, unread, onLeave }: PanelProps) {
  const { notifications, isError, refetch } = useNotifications(userId)
  const { read, readAll } = notificationActions(userId)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section
      ref={panel}
      id={id}
      tabIndex={-1}
      aria-label={t.latestNotifications}
      className="absolute inset-x-0 top-(--header-height) flex max-h-[min(75dvh,560px)] flex-col border-b border-line bg-surface shadow-float outline-none sm:inset-x-auto sm:top-full sm:right-0 sm:mt-1 sm:w-96 sm:rounded-card sm:border"
    >
      <div className="flex min-h-12 items-center justify-between gap-2 border-b border-line px-4">
        <h2 className="font-sans text-15 font-semibold">{t.notifications}</h2>
        <Button variant="quiet" size="small" disabled={unread === 0} onClick={readAll}>
          {t.markAllAsRead}
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {isError ? (
          <div className="p-4">
            <Failed message={t.yourNotificationsCouldNotBe} onRetry={() => void refetch()} />
          </div>
        ) : !notifications ? (
          <div className="p-4">
            <Skeleton label={t.loadingNotifications} rows={3} />
          </div>
        ) : notifications.length === 0 ? (
          <p className="px-4 py-8 text-center text-14 text-muted">{t.nothingYetRepliesMentionsAnd}</p>
        ) : (
          <NotificationList notifications={notifications.slice(0, SHOWN)} onOpen={read} onRead={read} />
        )}
      </div>
      <Link
        to="/notifications"
        onClick={onLeave}
        className="flex min-h-12 items-center justify-center border-t border-line text-14 font-medium text-accent hover:bg-raised"
      >
        {t.allNotifications}
      </Link>
    </section>
  )
}
