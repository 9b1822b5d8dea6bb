// How far the member has read: stored by the server (thread_reads), so equal on all devices. A guest's browser never loads
// this module.
import { queryOptions } from '@tanstack/react-query'
import { isMutedThread, muteQueries, type Subject } from '#app/domain/mutes/queries.ts'
import type { Deletion } from '#app/platform/acts/undo.tsx'
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import { queryClient } from '#app/platform/query/query-client.tsx'
import { type Client, client } from '#app/platform/session/session.ts'
import { leavingFetch } from '#app/platform/supabase/member-fetch.ts'
import { startOfYesterday } from '#shared/indian-time.ts'
import { GUEST_READ_KEY, MOST_READ_MARKS, OWN_READ_KEY } from '#shared/page-contract.ts'
import type { ThreadSummary } from './queries.ts'
import { readMark } from './read-mark.ts'

/** An opened discussion. `unread` counts others' new replies, to 100. */
export type OwnRead = {
  unread: number
  firstUnread: string | null
  /** The member mutes it: lists leave it out. */
  isMuted?: true
}
/** By the discussion's id; one that was never opened is not in it. */
export type OwnReads = ReadonlyMap<string, OwnRead>

/** `except`: the category or tag of the list. */
type MutedOf = { except: Subject | null }
const MUTED: OwnRead = { unread: 0, firstUnread: null, isMuted: true }
type Listed = { id: string; reply_count: number }

/** The news counts no further, in the database neither. */
export const MOST_NEWS = 100
const all = ['own-reads'] as const

/** Settles after the writes so far: a list that is opened right after a discussion waits for them. */
let lastWrite: Promise<unknown> = Promise.resolve()

export const ownReadQueries = {
  all,
  /** Of the discussions of a list, asked again when the member comes back to the tab from another device. */
  of: (userId: string, threads: readonly ThreadSummary[], leavesOut: MutedOf | null = null) =>
    queryOptions({
      ...clientQuery(
        [...all, userId, threads.map(({ id }) => id), leavesOut],
        async (supabase): Promise<OwnReads> => {
          await lastWrite
          const [reads, muted] = await Promise.all([
            readsOf(
              supabase,
              threads.map(({ id }) => id),
            ),
            leavesOut ? mutedOf(userId, threads, leavesOut) : [],
          ])
          rememberOwn(threads, reads)
          return new Map([...reads, ...muted.map((id) => [id, MUTED] as const)])
        },
      ),
      refetchOnWindowFocus: true,
    }),
  /** What the member may want to read next. */
  forYou: (userId: string) =>
    queryOptions({
      ...clientQuery([...all, 'for you', userId], async (supabase) => {
        await lastWrite
        const { threadsForYou } = await import('./queries.ts')
        return threadsForYou(supabase)
      }),
      refetchOnWindowFocus: true,
    }),
  /** What came since yesterday: unread replies to the member, and discussions in the categories that they read. */
  news: (userId: string) =>
    queryOptions({
      ...clientQuery([...all, 'news', userId], async (supabase) => {
        await lastWrite
        const since = startOfYesterday(Date.now())
        const [replies, categories] = await Promise.all([
          supabase
            .from('notifications')
            .select('id')
            .in('kind', ['reply_to_thread', 'reply_to_reply'])
            .is('read_at', null)
            .gte('created_at', since)
            .limit(MOST_NEWS)
            .throwOnError(),
          supabase.rpc('new_in_read_categories', { since }, { get: true }).throwOnError(),
        ])
        return { replies: replies.data.length, categories: categories.data }
      }),
      refetchOnWindowFocus: true,
    }),
  /** One page of the discussions with new replies, of all categories or of the one with this id. */
  unread: (userId: string, page: number, category: string | null = null) =>
    queryOptions({
      ...listQuery([...all, 'unread', userId, category, page], async (supabase) => {
        await lastWrite
        const { unreadInCategory, unreadThreads } = await import('./queries.ts')
        return category ? unreadInCategory(supabase, category, page) : unreadThreads(supabase, page)
      }),
      refetchOnWindowFocus: true,
    }),
}

/** How long it can be undone; what others write meanwhile stays unread. */
const UNDO_SECONDS = 6

/** A request that is delayed until it can no longer be undone (app/platform/acts), because nothing read gets unread. */
export const MARK_ALL_READ: Deletion = {
  method: 'POST',
  path: 'rpc/mark_all_read',
  body: { seconds_ago: UNDO_SECONDS },
}

/** The ids of the discussions that the member mutes; none if that is not known. */
async function mutedOf(
  userId: string,
  threads: readonly ThreadSummary[],
  { except }: MutedOf,
): Promise<string[]> {
  try {
    const mutes = await queryClient().ensureQueryData(muteQueries.of(userId))
    return threads
      .filter((thread) => thread.author.id !== userId && isMutedThread(mutes, thread, except))
      .map(({ id }) => id)
  } catch (error) {
    console.warn('what the member mutes is not known', error)
    return []
  }
}

async function readsOf(supabase: Client, ids: string[]): Promise<ReadonlyMap<string, OwnRead>> {
  const { data } = await supabase.rpc('unread_replies', { thread_ids: ids }).throwOnError()
  return new Map(
    data.map(({ thread_id, unread, first_unread }) => [
      thread_id,
      { unread, firstUnread: first_unread as string | null },
    ]),
  )
}

/** The first new reply of a discussion as of the writes so far; null if there is none, or it was never opened. */
export function firstUnreadOf(threadId: string): Promise<string | null> {
  const first = lastWrite.then(async () => {
    try {
      return (await readsOf(await client(), [threadId])).get(threadId)?.firstUnread ?? null
    } catch (error) {
      console.warn('the first unread reply is not known', error)
      return null
    }
  })
  lastWrite = first
  return first
}

/**
 * Stores that the member has read a discussion.
 * @param replyId the last reply read; null for the opening post
 */
export function markRead(threadId: string, replyId: string | null): void {
  lastWrite = lastWrite.then(async () => {
    try {
      await (await client())
        .rpc('mark_thread_read', { thread_id: threadId, ...(replyId ? { reply_id: replyId } : {}) })
        .throwOnError()
    } catch (error) {
      console.warn('the reading was not stored', error)
    }
  })
}

/** The same while the page is being left. */
export function markReadOnLeaving(threadId: string, replyId: string | null): void {
  const sent = leavingFetch('/rest/v1/rpc/mark_thread_read', {
    method: 'POST',
    body: JSON.stringify({ thread_id: threadId, ...(replyId ? { reply_id: replyId } : {}) }),
  }).catch((error: unknown) => console.warn('the reading was not stored', error))
  // The page may be shown again.
  lastWrite = Promise.all([lastWrite, sent])
}

/** Moves what this browser remembered of a guest to the account of the member who signed in. */
export async function mergeGuestReads(): Promise<void> {
  const marks = (localStore().getItem(GUEST_READ_KEY) ?? '').split(' ')
  await (await client()).rpc('merge_thread_reads', { marks }).throwOnError()
  keepItem(localStore(), GUEST_READ_KEY, null)
  await queryClient().invalidateQueries({ queryKey: all })
}

/** For the first paint of the next list (app/shell/first-paint/read-marks.ts). */
function rememberOwn(threads: readonly Listed[], reads: ReadonlyMap<string, OwnRead>): void {
  const listed = new Set(threads.map(({ id }) => id.slice(0, 8)))
  const others = (localStore().getItem(OWN_READ_KEY) ?? '')
    .split(' ')
    .filter((mark) => mark !== '' && !listed.has(mark.slice(0, 8)))
  const marks = threads.filter(({ id }) => reads.get(id)?.unread === 0).map(readMark)
  keepItem(localStore(), OWN_READ_KEY, [...marks, ...others].slice(0, MOST_READ_MARKS).join(' '))
}
