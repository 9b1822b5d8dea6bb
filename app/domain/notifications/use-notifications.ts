// The list and the unread count, kept consistent: in this tab by the mutations, in all tabs by the bell's channel.
import { type QueryKey, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '#app/platform/session/session.ts'
import { toastRefused } from '#app/platform/supabase/unreachable.ts'
import {
  groupBySubject,
  markRead,
  type Notification,
  type NotificationView,
  notificationQueries,
} from './queries.ts'

/** Snapshot of list and count, for rolling back. */
type Snapshot = [QueryKey, unknown][]

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

/** The mutations, as optimistic updates that roll back on an error. */
export function useNotificationActions(userId: string) {
  const queries = useQueryClient()
  const queryKey = notificationQueries.of(userId)

  /** @returns the snapshot before the update */
  async function change(
    by: (one: Notification) => Notification,
    unread: (before: number) => number,
  ): Promise<Snapshot> {
    // A response that is on its way shows the earlier state.
    await queries.cancelQueries({ queryKey })
    const snapshot = queries.getQueriesData({ queryKey })
    queries.setQueryData(notificationQueries.list(userId).queryKey, (before) =>
      before
        ? {
            ...before,
            pages: before.pages.map((page) => ({
              ...page,
              notifications: page.notifications.map(by),
            })),
          }
        : before,
    )
    queries.setQueryData(notificationQueries.unread(userId).queryKey, (before) =>
      Math.max(0, unread(before ?? 0)),
    )
    return snapshot
  }

  const shared = {
    onError: (error: Error, _acted: unknown, snapshot: Snapshot | undefined) => {
      for (const [key, data] of snapshot ?? []) queries.setQueryData(key, data)
      toastRefused('Not saved', error, 'There was an error. Please try again.')
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  }
  const now = () => new Date().toISOString()

  const read = useMutation({
    ...shared,
    mutationFn: async ({ ids }: NotificationView) => markRead(await client(), userId, ids),
    onMutate: ({ ids }) =>
      change(
        (one) => (ids.includes(one.id) ? { ...one, read_at: now() } : one),
        (before) => before - 1,
      ),
  })
  const readAll = useMutation({
    ...shared,
    mutationFn: async () => markRead(await client(), userId),
    onMutate: () =>
      change(
        (one) => ({ ...one, read_at: one.read_at ?? now() }),
        () => 0,
      ),
  })
  return {
    read: (one: NotificationView) => {
      if (!one.read_at) read.mutate(one)
    },
    readAll: () => readAll.mutate(),
    /** Reads list and count again. */
    refresh: () => queries.invalidateQueries({ queryKey }),
  }
}
