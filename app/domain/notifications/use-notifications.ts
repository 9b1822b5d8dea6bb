// The list and the number of unread ones, kept in step: in this tab by what is done here, in all of them by the
// channel that the bell listens to.
import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '#app/platform/session/session.ts'
import { isUnreachable, OFFLINE } from '#app/platform/supabase/unreachable.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { latestMilestones } from './milestones.ts'
import {
  type Cursor,
  countUnread,
  deleteNotifications,
  listNotifications,
  markRead,
  type Notification,
  type NotificationView,
} from './queries.ts'

type Page = Awaited<ReturnType<typeof listNotifications>>
type Pages = InfiniteData<Page, Cursor | null>
/** What the list and the number were before an act. */
type Snapshot = [QueryKey, unknown][]

export const notificationsKey = (userId: string): QueryKey => ['notifications', userId]
const listKey = (userId: string): QueryKey => [...notificationsKey(userId), 'list']
const unreadKey = (userId: string): QueryKey => [...notificationsKey(userId), 'unread']

/** How many are unread. */
export function useUnread(userId: string): number {
  const { data } = useQuery({
    queryKey: unreadKey(userId),
    queryFn: async () => countUnread(await client(), userId),
    // A tab that slept, or that the server refused a socket, catches up when it is looked at.
    refetchOnWindowFocus: true,
    staleTime: 30_000,
  })
  return data ?? 0
}

/** The list, newest first, a page at a time; of each post's milestones the latest. */
export function useNotifications(userId: string) {
  const query = useInfiniteQuery({
    queryKey: listKey(userId),
    queryFn: async ({ pageParam }) => listNotifications(await client(), userId, pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: ({ next }) => next,
  })
  const { data } = query
  const notifications = useMemo(
    () => data && latestMilestones(data.pages.flatMap((page) => page.notifications)),
    [data],
  )
  return { ...query, notifications }
}

/** What can be done with them. Each shows at once and is taken back when it is refused. */
export function useNotificationActions(userId: string) {
  const queries = useQueryClient()

  /** @returns what was shown before */
  async function change(
    by: (one: Notification) => Notification | null,
    unread: (before: number) => number,
  ): Promise<Snapshot> {
    // An answer that is on its way shows what was before.
    await queries.cancelQueries({ queryKey: notificationsKey(userId) })
    const snapshot = queries.getQueriesData({ queryKey: notificationsKey(userId) })
    queries.setQueryData<Pages>(listKey(userId), (before) =>
      before
        ? {
            ...before,
            pages: before.pages.map((page) => ({
              ...page,
              notifications: page.notifications.flatMap((one) => by(one) ?? []),
            })),
          }
        : before,
    )
    queries.setQueryData<number>(unreadKey(userId), (before) => Math.max(0, unread(before ?? 0)))
    return snapshot
  }

  const shared = {
    onError: (error: Error, _acted: unknown, snapshot: Snapshot | undefined) => {
      console.warn('notifications were not changed', error)
      for (const [key, data] of snapshot ?? []) queries.setQueryData(key, data)
      const text = isUnreachable(error) ? OFFLINE : 'There was an error. Please try again.'
      toast({ title: 'Not saved', text, variant: 'destructive' })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKey(userId) }),
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
  const remove = useMutation({
    ...shared,
    mutationFn: async ({ ids }: NotificationView) => deleteNotifications(await client(), ids),
    onMutate: ({ ids, read_at }) =>
      change(
        (one) => (ids.includes(one.id) ? null : one),
        (before) => before - (read_at ? 0 : 1),
      ),
  })
  return {
    read: (one: NotificationView) => {
      if (!one.read_at) read.mutate(one)
    },
    readAll: () => readAll.mutate(),
    remove: (one: NotificationView) => remove.mutate(one),
  }
}
