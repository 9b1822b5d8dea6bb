// Queries and mutations of the member's bookmarks, with optimistic updates. A guest's browser never loads this module.
import type { QueryClient } from '@tanstack/react-query'
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import { AT_ONCE } from '#app/platform/query/query-client.tsx'
import type { Acting } from '#app/platform/session/require-member.ts'
import type { Client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'

const all = ['bookmarks'] as const

type Member = Pick<Acting, 'client' | 'userId'>

/** What is bookmarked. */
export type BookmarkTarget = { threadId: string } | { replyId: string }
export type Bookmark = { note: string | null; remind_at: string | null }
const PLAIN: Bookmark = { note: null, remind_at: null }

export const bookmarkQueries = {
  all,
  /** The member's bookmark of a post; null without one. */
  of: (target: BookmarkTarget, userId: string) =>
    clientQuery([...all, target, userId], (client) =>
      'threadId' in target
        ? ofThread(client, userId, target.threadId)
        : ofReply(client, userId, target.replyId),
    ),
  list: (userId: string, page: number) =>
    listQuery([...all, 'list', userId, page], async (client) => {
      // In a module of its own, because a thread page needs only the query above.
      const { listBookmarks } = await import('./bookmark-list.ts')
      return listBookmarks(client, page)
    }),
}

async function ofThread(client: Client, userId: string, threadId: string): Promise<Bookmark | null> {
  const { data } = await client
    .from('bookmarks')
    .select('note, remind_at')
    .eq('user_id', userId)
    .eq('thread_id', threadId)
    .maybeSingle()
    .throwOnError()
  return data
}

type Batch = { ids: string[]; found: Promise<ReadonlyMap<string, Bookmark>> }
let batch: Batch | null = null

/** All replies of a page ask at once, in one request. */
async function ofReply(client: Client, userId: string, replyId: string): Promise<Bookmark | null> {
  if (!batch) {
    const ids: string[] = []
    batch = { ids, found: new Promise((resolve) => setTimeout(resolve)).then(() => read()) }
    const read = async () => {
      batch = null
      const { data } = await client
        .from('reply_bookmarks')
        .select('reply_id, note, remind_at')
        .eq('user_id', userId)
        .in('reply_id', ids)
        .throwOnError()
      return new Map(data.map(({ reply_id, ...bookmark }) => [reply_id, bookmark]))
    }
  }
  batch.ids.push(replyId)
  return (await batch.found).get(replyId) ?? null
}

/** Sets the member's bookmark; null removes it. One that is set already stays as it is. */
async function setBookmark(
  { client, userId }: Member,
  target: BookmarkTarget,
  wanted: Bookmark | null,
): Promise<void> {
  if ('threadId' in target) {
    const table = client.from('bookmarks')
    const thread = { user_id: userId, thread_id: target.threadId }
    if (wanted) await table.upsert({ ...thread, ...wanted }, { ignoreDuplicates: true }).throwOnError()
    else await table.delete().match(thread).throwOnError()
  } else {
    const table = client.from('reply_bookmarks')
    const reply = { user_id: userId, reply_id: target.replyId }
    if (wanted) await table.upsert({ ...reply, ...wanted }, { ignoreDuplicates: true }).throwOnError()
    else await table.delete().match(reply).throwOnError()
  }
}

/** Stores note and reminder of a bookmark. @returns false if it was removed meanwhile */
export async function saveBookmark(
  { client, userId }: Member,
  target: BookmarkTarget,
  bookmark: Bookmark,
): Promise<boolean> {
  const { data } = await ('threadId' in target
    ? client.from('bookmarks').update(bookmark).match({ user_id: userId, thread_id: target.threadId })
    : client.from('reply_bookmarks').update(bookmark).match({ user_id: userId, reply_id: target.replyId })
  )
    .select('user_id')
    .throwOnError()
  return data.length > 0
}

/**
 * Sets or removes the member's bookmark, and says so. Removing it can be undone.
 * @throws the server's error, after rolling back
 */
export async function toggleBookmark(
  queries: QueryClient,
  member: Member,
  target: BookmarkTarget,
): Promise<void> {
  const options = bookmarkQueries.of(target, member.userId)
  // The click may come before the current state is loaded.
  const before = await queries.ensureQueryData({ ...options, ...AT_ONCE })
  const change = async (from: Bookmark | null, to: Bookmark | null) => {
    // A response that is on its way does not include this click.
    const show = async (bookmark: Bookmark | null) => {
      await queries.cancelQueries({ queryKey: options.queryKey })
      queries.setQueryData(options.queryKey, bookmark)
    }
    await show(to)
    try {
      await setBookmark(member, target, to)
      // A part of the page that was loaded meanwhile may have asked before it was stored.
      await show(to)
    } catch (error) {
      await show(from)
      throw error
    }
  }
  await change(before, before ? null : PLAIN)
  if (!before) return toast({ title: 'Bookmarked' })
  const undo = () =>
    change(null, before).catch((error: unknown) => {
      console.warn('a bookmark was not restored', error)
      toast({ title: 'Not restored', text: 'Please bookmark it again.', variant: 'destructive' })
    })
  toast({
    title: 'Bookmark removed',
    action: { label: 'Undo', onClick: () => void undo() },
  })
}
