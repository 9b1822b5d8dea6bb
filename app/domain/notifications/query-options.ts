// What is asked about the member's notifications.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { clientQuery } from '#app/platform/query/client-query.ts'
import { client } from '#app/platform/session/session.ts'
import { type Cursor, countUnread, listNotifications, loadMuted } from './queries.ts'

export const notificationQueries = {
  /** What begins with it changes with each notification that comes or is read. */
  of: (userId: string) => ['notifications', userId] as const,
  /** Newest first, a page at a time. */
  list: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [...notificationQueries.of(userId), 'list'],
      queryFn: async ({ pageParam }) => listNotifications(await client(), userId, pageParam),
      initialPageParam: null as Cursor | null,
      getNextPageParam: ({ next }) => next,
    }),
  unread: (userId: string) =>
    queryOptions({
      ...clientQuery([...notificationQueries.of(userId), 'unread'], (client) => countUnread(client, userId)),
      // A tab that slept, or that the server refused a socket, catches up when it is looked at.
      refetchOnWindowFocus: true,
      staleTime: 30_000,
    }),
  /** The topics that the member does without. */
  muted: (userId: string) =>
    clientQuery(['notification settings', userId], (client) => loadMuted(client, userId)),
}
