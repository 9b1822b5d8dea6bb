// The list and the unread count, kept consistent: in this tab by the acts, in all tabs by the bell's channel.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { act } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import { changeAll } from '#app/platform/acts/optimistic.ts'
import { queryClient } from '#app/platform/query/query-client.tsx'
import { client } from '#app/platform/session/session.ts'
import * as t from '#words/notifications-parts.ts'
import {
  groupBySubject,
  markRead,
  type Notification,
  type NotificationView,
  notificationQueries,
} from './queries.ts'

/** The number of unread notifications. */
export function useUnread(userId: string): number {
  return useQuery(notificationQueries.unread(userId)).data ?? 0
}

/** The list, newest first, in pages, with one row for each subject. */
export function useNotifications(userId: string) {
  const query = useInfiniteQuery(notificationQueries.list(userId))
  const { data } = query
  const notifications = useMemo(
    () => data && groupBySubject(data.pages.flatMap((page) => page.notifications)),
    [data],
  )
  return { ...query, notifications }
}

/** Marks as read: shown at once in the list and the count, and taken back if it fails. */
export function notificationActions(userId: string) {
  const queryKey = notificationQueries.of(userId)

  function mark(ids: readonly string[] | null, unread: (before: number) => number): void {
    const readAt = new Date().toISOString()
    const marked = (one: Notification) =>
      ids?.includes(one.id) === false ? one : { ...one, read_at: one.read_at ?? readAt }
    const show = () => {
      const queries = queryClient()
      queries.setQueryData(
        notificationQueries.list(userId).queryKey,
        (before) =>
          before && {
            ...before,
            pages: before.pages.map((page) => ({ ...page, notifications: page.notifications.map(marked) })),
          },
      )
      queries.setQueryData(notificationQueries.unread(userId).queryKey, (before) =>
        Math.max(0, unread(before ?? 0)),
      )
    }
    const write = async () => markRead(await client(), userId, ids ?? undefined)
    void act(`read ${ids ?? 'all notifications'}`, () => changeAll(queryKey, show, write), {
      failed: notDone(t.notSaved, t.thereWasAnErrorPlease),
    })
  }

  return {
    read: ({ ids, read_at }: NotificationView) => {
      if (!read_at) mark(ids, (before) => before - 1)
    },
    readAll: () => mark(null, () => 0),
    /** Reads list and count again. */
    refresh: () => queryClient().invalidateQueries({ queryKey }),
  }
}
