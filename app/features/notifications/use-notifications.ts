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
import { client } from '#app/lib/session.ts'
import { toast } from '#app/ui/toast.ts'
import {
  type Cursor,
  countUnread,
  deleteNotification,
  listNotifications,
  markRead,
  type Notification,
} from './queries.ts'

type Page = Awaited<ReturnType<typeof listNotifications>>
type Pages = InfiniteData<Page, Cursor | null>

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

/** The list, newest first, a page at a time. */
export function useNotifications(userId: string) {
  const query = useInfiniteQuery({
    queryKey: listKey(userId),
    queryFn: async ({ pageParam }) => listNotifications(await client(), userId, pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: ({ next }) => next,
  })
  return { ...query, notifications: query.data?.pages.flatMap(({ notifications }) => notifications) }
}

/** What can be done with them. Each shows at once and is taken back when it is refused. */
export function useNotificationActions(userId: string) {
  const queries = useQueryClient()

  function change(by: (one: Notification) => Notification | null, unread: (before: number) => number) {
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
  }

  const shared = {
    onError: (error: Error) => {
      console.warn('notifications were not changed', error)
      toast({ title: 'Not saved', text: 'There was an error. Please try again.', variant: 'destructive' })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKey(userId) }),
  }
  const now = () => new Date().toISOString()

  const read = useMutation({
    ...shared,
    mutationFn: async (one: Notification) => markRead(await client(), userId, [one.id]),
    onMutate: ({ id }) =>
      change(
        (one) => (one.id === id ? { ...one, read_at: now() } : one),
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
    mutationFn: async ({ id }: Notification) => deleteNotification(await client(), id),
    onMutate: ({ id, read_at }) =>
      change(
        (one) => (one.id === id ? null : one),
        (before) => before - (read_at ? 0 : 1),
      ),
  })
  return {
    read: (one: Notification) => {
      if (!one.read_at) read.mutate(one)
    },
    readAll: () => readAll.mutate(),
    remove: (one: Notification) => remove.mutate(one),
  }
}
