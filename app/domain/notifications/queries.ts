// A member's notifications: reading, marking and deleting. Policies decide whose they are and
// what they may reveal.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { readBegun } from '#app/platform/query/begun-read.ts'
import { ownQuery } from '#app/platform/query/client-query.ts'
import type { Client, DbClient } from '#app/platform/session/session.ts'
import { ownReadAt } from './own-changes.ts'

const AT_ONCE = 20
/** Higher numbers are shown as '99+'. */
export const MOST_COUNTED = 99

export type Notification = Awaited<ReturnType<typeof listNotifications>>['notifications'][number]
/** A notification in a list. */
export type NotificationView = GroupView<Notification>
/** The cursor of the next page. */
export type Cursor = { created_at: string; id: string }

/** Twenty notifications of the member after `cursor`, newest first, and the next cursor; null at the end. */
export async function listNotifications(client: DbClient, cursor: Cursor | null) {
  let query = client
    .from('notifications')
    .select(
      `id, kind, figure, detail, reply_id, created_at, read_at, subject, excerpt,
       actor:profiles!notifications_actor_id_fkey(id, username, avatar_url),
       thread:threads!notifications_thread_id_fkey(
         id, title, category:forum_categories!threads_category_id_fkey(slug))`,
    )
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(AT_ONCE + 1)
  if (cursor) {
    const { created_at: at, id } = cursor
    query = query.or(`created_at.lt."${at}",and(created_at.eq."${at}",id.lt.${id})`)
  }
  const { data } = await query.throwOnError()
  const notifications = data.slice(0, AT_ONCE)
  const last = notifications.at(-1)
  return { notifications, next: data.length > AT_ONCE && last ? { ...last } : null }
}

/** The number of unread rows of the list, up to one more than is ever shown. */
async function countUnread(client: Client): Promise<number> {
  const { data } = await client.rpc('unread_notifications', undefined, { get: true }).throwOnError()
  return data
}

/** Marks notifications as read; without ids, all of them. */
export async function markRead(client: Client, userId: string, ids?: readonly string[]): Promise<void> {
  const unread = client
    .from('notifications')
    .update({ read_at: ownReadAt() })
    .eq('user_id', userId)
    .is('read_at', null)
  await (ids ? unread.in('id', [...ids]) : unread).throwOnError()
}

/**
 * Marks notifications about a discussion and the visible replies as read.
 * @param replyIds joined by commas
 * @returns whether there were any
 */
export async function markSeen(
  client: Client,
  userId: string,
  threadId: string,
  replyIds: string,
): Promise<boolean> {
  const { data } = await client
    .from('notifications')
    .update({ read_at: ownReadAt() })
    .eq('user_id', userId)
    .eq('thread_id', threadId)
    .is('read_at', null)
    .or(replyIds ? `reply_id.is.null,reply_id.in.(${replyIds})` : 'reply_id.is.null')
    .select('id')
    .throwOnError()
  return data.length > 0
}

/** `subject`: of the notifications that share a row (public.subject). */
type Grouped = { id: string; reply_id: string | null; subject: string | null; read_at: string | null }

/**
 * A row of the list: the latest notification of its subject. The others, whose ids are in the row too, are read and
 * deleted with it. The row is unread while one of them is, and leads to the first unread reply.
 */
export type GroupView<One> = One & { ids: readonly string[] }

/** @param notifications newest first */
export function groupBySubject<One extends Grouped>(notifications: readonly One[]): GroupView<One>[] {
  const subjects = Map.groupBy(notifications, ({ id, subject }) => subject ?? id)
  return [...subjects.values()].flatMap((ones) => {
    const [latest] = ones
    if (!latest) return []
    const firstUnread = ones.findLast(({ read_at }) => read_at === null)
    return [
      {
        ...latest,
        reply_id: (firstUnread ?? latest).reply_id,
        read_at: firstUnread ? null : latest.read_at,
        ids: ones.map(({ id }) => id),
      },
    ]
  })
}

/** Queries about the member's notifications. */
export const notificationQueries = {
  /** Prefix of the keys that change when a notification arrives or is read. */
  of: (userId: string) => ['notifications', userId] as const,
  /** Newest first, in pages. */
  list: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [...notificationQueries.of(userId), 'list'],
      queryFn: ({ pageParam }) => readBegun((reader) => listNotifications(reader, pageParam)),
      initialPageParam: null as Cursor | null,
      getNextPageParam: ({ next }) => next,
    }),
  unread: (userId: string) =>
    queryOptions({
      ...ownQuery([...notificationQueries.of(userId), 'unread'], {
        userId,
        part: 'unread',
        read: countUnread,
      }),
      // A background tab, or one without a socket, catches up when it is focused.
      refetchOnWindowFocus: true,
      staleTime: 30_000,
    }),
}
