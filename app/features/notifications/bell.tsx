// The bell in the header: the live number of unread notifications, and the latest of them on a click. Loaded for
// members only.
import { useQueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { isOwnChange } from '#app/domain/notifications/own-changes.ts'
import { MOST_COUNTED, notificationQueries } from '#app/domain/notifications/queries.ts'
import { useUnread } from '#app/domain/notifications/use-notifications.ts'
import { openLine } from '#app/platform/live/line.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import * as t from '#words/notifications-more.ts'

const BellPanel = lazyWithRetry(() => import('./bell-panel.tsx'), 'p-4')
const PANEL = 'notifications-panel'

export default withQueries(Bell)

function Bell({ userId }: { userId: string }) {
  const unread = useUnread(userId)
  const news = useNews(userId)
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move closes it, also one to the same page
  useEffect(() => setIsOpen(false), [key])
  useEffect(() => {
    if (!isOpen) return
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) setIsOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen])
  const shown = unread > MOST_COUNTED ? `${MOST_COUNTED}+` : String(unread)
  return (
    <div ref={place} className="sm:relative">
      <button
        ref={button}
        type="button"
        aria-label={unread > 0 ? t.notificationsUnread(shown) : t.notifications}
        aria-expanded={isOpen}
        aria-controls={isOpen ? PANEL : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="relative inline-flex size-11 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-text"
      >
        <BellIcon size={20} aria-hidden />
        {unread > 0 ? (
          <span
            aria-hidden
            className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-[11px] leading-4.5 font-semibold text-accent-ink tabular-nums"
          >
            {shown}
          </span>
        ) : null}
      </button>
      <span role="status" className="sr-only">
        {news}
      </span>
      {isOpen ? (
        <Suspense>
          <BellPanel id={PANEL} userId={userId} unread={unread} onLeave={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Subscribes to new notifications. @returns the announcement for screen readers */
function useNews(userId: string): string {
  const queries = useQueryClient()
  const [arrived, setArrived] = useState(0)
  useEffect(() => {
    const refresh = () => void queries.invalidateQueries({ queryKey: notificationQueries.of(userId) })
    let wasLive = false
    // The list was read with the page, and the line is joined seconds later on a slow phone.
    const catchUp = () => {
      const list = queries.getQueryCache().find({ queryKey: notificationQueries.list(userId).queryKey })
      const queryKey = notificationQueries.of(userId)
      // A read that runs is as new, and may be that of the next page.
      if (!wasLive && list?.isActive())
        void queries.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false })
      wasLive = true
    }
    return openLine<{ id: string; kind: string; read_at: string | null }>({
      topic: 'notifications',
      changes: {
        event: '*',
        table: 'notifications',
        onBurst: (changes) => {
          const news = changes.filter(({ eventType }) => eventType === 'INSERT').length
          setArrived((before) => before + news)
          if (!changes.every(isOwnChange)) refresh()
          // The line about a sanction comes and goes with it.
          if (changes.some(({ new: row }) => 'kind' in row && row.kind.startsWith('sanction')))
            import('#app/platform/session/refresh-member.ts').then(
              ({ refreshMember }) => refreshMember(),
              () => undefined,
            )
        },
      },
      onGap: refresh,
      onStatus: (status) => status === 'live' && catchUp(),
    })
  }, [userId, queries])
  if (arrived === 0) return ''
  return arrived === 1 ? t.youHaveANewNotification : t.youHaveNewNotifications(arrived)
}
