// A member's notifications: reading, marking and deleting. Policies decide whose they are and
// what they may reveal.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { clientQuery } from '#app/platform/query/client-query.ts'
import { type Client, client } from '#app/platform/session/session.ts'
import { formatDate } from '#shared/format.ts'

const AT_ONCE = 20
/** Higher numbers are shown as '99+'. */
export const MOST_COUNTED = 99

export type Notification = Awaited<ReturnType<typeof listNotifications>>['notifications'][number]
/** A notification in a list. */
export type NotificationView = GroupView<Notification>
/** The cursor of the next page. */
export type Cursor = { created_at: string; id: string }

/** Twenty notifications after `cursor`, newest first, and the next cursor; null at the end. */
async function listNotifications(client: Client, userId: string, cursor: Cursor | null) {
  let query = client
    .from('notifications')
    .select(
      `id, kind, figure, detail, reply_id, created_at, read_at,
       actor:profiles!notifications_actor_id_fkey(username, avatar_url),
       thread:threads!notifications_thread_id_fkey(
         id, title, category:forum_categories!threads_category_id_fkey(slug))`,
    )
    .eq('user_id', userId)
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
async function countUnread(client: Client, userId: string): Promise<number> {
  const { data } = await client
    .from('notifications')
    .select('id, kind, reply_id, thread_id, created_at')
    .eq('user_id', userId)
    .is('read_at', null)
    .limit(MOST_COUNTED + 1)
    .throwOnError()
  if (data.length > MOST_COUNTED) return data.length
  return new Set(data.map((one) => subjectOf(one, one.thread_id))).size
}

/** Marks notifications as read; without ids, all of them. */
export async function markRead(client: Client, userId: string, ids?: readonly string[]): Promise<void> {
  const unread = client
    .from('notifications')
    .update({ read_at: new Date().toISOString() })
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
    .update({ read_at: new Date().toISOString() })
    .eq('user_id', userId)
    .eq('thread_id', threadId)
    .is('read_at', null)
    .or(replyIds ? `reply_id.is.null,reply_id.in.(${replyIds})` : 'reply_id.is.null')
    .select('id')
    .throwOnError()
  return data.length > 0
}

type Grouped = { id: string; kind: string; reply_id: string | null; created_at: string }

const REPLIES = ['reply_to_thread', 'reply_to_reply', 'reply_to_followed']

/** Identifies notifications that share a row: the milestones of one post, and a day's replies in one discussion. */
export function subjectOf({ id, kind, reply_id, created_at }: Grouped, threadId: string | null): string {
  if (kind === 'upvotes') return `upvotes of ${reply_id ?? threadId ?? id}`
  return threadId && REPLIES.includes(kind) ? `${kind} in ${threadId} on ${formatDate(created_at)}` : id
}

/**
 * A row of the list: the latest notification of its subject. The others, whose ids are in the row too, are read and
 * deleted with it. The row is unread while one of them is, and leads to the first unread reply.
 */
export type GroupView<One> = One & { ids: readonly string[] }

/** @param notifications newest first */
export function groupBySubject<
  One extends Grouped & { read_at: string | null; thread: { id: string } | null },
>(notifications: readonly One[]): GroupView<One>[] {
  const subjects = Map.groupBy(notifications, (one) => subjectOf(one, one.thread?.id ?? null))
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
      queryFn: async ({ pageParam }) => listNotifications(await client(), userId, pageParam),
      initialPageParam: null as Cursor | null,
      getNextPageParam: ({ next }) => next,
    }),
  unread: (userId: string) =>
    queryOptions({
      ...clientQuery([...notificationQueries.of(userId), 'unread'], (client) => countUnread(client, userId)),
      // A background tab, or one without a socket, catches up when it is focused.
      refetchOnWindowFocus: true,
      staleTime: 30_000,
    }),
}
