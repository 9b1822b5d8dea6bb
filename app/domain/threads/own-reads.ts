// How far the member has read: stored by the server (thread_reads), so equal on all devices. A guest's browser never loads
// this module.

import { queryOptions } from '@tanstack/react-query'
import { namesHere } from '#app/domain/categories/names.ts'
import { isMutedThread, muteQueries, type Subject } from '#app/domain/mutes/queries.ts'
import type { Deletion } from '#app/platform/acts/undo.tsx'
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'
import { readBegun } from '#app/platform/query/begun-read.ts'
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import { queryClient } from '#app/platform/query/query-client.tsx'
import { type Client, client } from '#app/platform/session/session.ts'
import { leavingFetch } from '#app/platform/supabase/member-fetch.ts'
import { GUEST_READ_KEY, MOST_READ_MARKS, OWN_READ_KEY } from '#shared/page-contract.ts'
import type { ThreadSummary } from './queries.ts'
import { readMark } from './read-mark.ts'

/**
 * New: begun since the last visit and never opened. Unread: opened, and others have replied since. The database decides
 * (private.news_of).
 */
export type News = 'new' | 'unread'
/** `unread` counts others' new replies, to 100. */
export type OwnRead = {
  news: News | null
  unread: number
  firstUnread: string | null
  /** The member mutes it: lists leave it out. */
  isMuted?: true
}
/** By the discussion's id. */
export type OwnReads = ReadonlyMap<string, OwnRead>

/** `except`: the category or tag of the list. */
type MutedOf = { except: Subject | null }
/** Neither new nor unread. */
const PLAIN: OwnRead = { news: null, unread: 0, firstUnread: null }
const MUTED: OwnRead = { ...PLAIN, isMuted: true }
type Listed = { id: string; reply_count: number }

/** The database counts no further. */
const MOST_NEWS = 100

export function countedNews(value: number): string {
  return value < MOST_NEWS ? String(value) : `${MOST_NEWS - 1}+`
}

export type CategoryNews = { id: string; name: string; slug: string; threads: number }
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
          return new Map([
            ...threads.map(({ id }) => [id, PLAIN] as const),
            ...reads,
            ...muted.map((id) => [id, MUTED] as const),
          ])
        },
      ),
      refetchOnWindowFocus: true,
    }),
  /** What the member may want to read next. */
  forYou: (userId: string) =>
    queryOptions({
      queryKey: [...all, 'for you', userId],
      queryFn: async () => {
        await lastWrite
        const { threadsForYou } = await import('./queries.ts')
        return readBegun(threadsForYou)
      },
      refetchOnWindowFocus: true,
    }),
  /** How much is new and unread, of all categories or of the one with this id, for the line of news and the tabs. */
  news: (userId: string, category: string | null = null) =>
    queryOptions({
      ...clientQuery([...all, 'news', userId, category], async (supabase) => {
        await lastWrite
        const [{ data }, named] = await Promise.all([
          supabase
            .rpc('news', category ? { category } : undefined, { get: true })
            .single()
            .throwOnError(),
          namesHere(supabase),
        ])
        if (data.is_visit_due) noteVisit(supabase)
        return { ...data, categories: (data.categories as CategoryNews[]).map(named) }
      }),
      refetchOnWindowFocus: true,
    }),
  /** One page of what is new or unread, of all categories or of the one with this id. */
  list: (userId: string, news: News, page: number, category: string | null = null) =>
    queryOptions({
      ...listQuery([...all, news, userId, category, page], async (supabase) => {
        await lastWrite
        return (await import('./queries.ts')).newsPage(supabase, news, page, category)
      }),
      refetchOnWindowFocus: true,
    }),
  /** The discussion to read after this one; null if nothing is left. */
  next: (userId: string, threadId: string) =>
    clientQuery([...all, 'next', userId, threadId], async (supabase) => {
      await lastWrite
      return (await import('./queries.ts')).nextUnread(supabase, threadId)
    }),
}

/** That the member is here: what is new is counted from the visit before. Opening a discussion tells it too. */
function noteVisit(supabase: Client): void {
  void supabase.rpc('note_visit').then(({ error }) => {
    if (error) console.warn('the visit was not noted', error)
  })
}

/** How long it can be undone; what others write meanwhile stays unread. */
const UNDO_SECONDS = 6

/**
 * A request that is delayed until it can no longer be undone (app/platform/acts), because nothing read gets unread.
 * @param category its id, or null for all
 */
export function markAllRead(news: News, category: string | null): Deletion {
  return {
    method: 'POST',
    path: 'rpc/mark_all_read',
    body: {
      seconds_ago: UNDO_SECONDS,
      only_new: news === 'new',
      ...(category === null ? {} : { category }),
    },
  }
}

/** The ids of the discussions that the member mutes; none if that is not known. */
async function mutedOf(
  userId: string,
  threads: readonly ThreadSummary[],
  { except }: MutedOf,
): Promise<string[]> {
  try {
    const mutes = await queryClient().ensureQueryData(muteQueries.of(userId))
    return threads.filter((thread) => isMutedThread(mutes, thread, { userId, except })).map(({ id }) => id)
  } catch (error) {
    console.warn('what the member mutes is not known', error)
    return []
  }
}

async function readsOf(supabase: Client, ids: string[]): Promise<ReadonlyMap<string, OwnRead>> {
  const { data } = await supabase.rpc('unread_replies', { thread_ids: ids }).throwOnError()
  return new Map(
    data.map(({ thread_id, unread, first_unread, is_new }) => [
      thread_id,
      {
        news: is_new ? 'new' : unread > 0 ? 'unread' : null,
        unread,
        firstUnread: first_unread as string | null,
      },
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
  const marks = threads.filter(({ id }) => !reads.get(id)?.news).map(readMark)
  keepItem(localStore(), OWN_READ_KEY, [...marks, ...others].slice(0, MOST_READ_MARKS).join(' '))
}
