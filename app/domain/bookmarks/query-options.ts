// Queries and mutations of the member's bookmarks. A guest's browser never loads this module.
import { queryOptions } from '@tanstack/react-query'
import { takeOwnThread } from '#app/domain/threads/own-thread.ts'
import { act } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import type { Acting } from '#app/platform/acts/guest.ts'
import { change } from '#app/platform/acts/optimistic.ts'
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import { queryClient } from '#app/platform/query/query-client.tsx'
import type { Client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { fromIndianField, tomorrowMorning } from '#shared/indian-time.ts'
import * as t from '#words/bookmarks-parts-more.ts'

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
    queryOptions({
      ...clientQuery([...all, target, userId], (client) =>
        'threadId' in target
          ? ofThread(client, userId, target.threadId)
          : ofReply(client, userId, target.replyId),
      ),
      // The note of a bookmark is shown by a component of its own, which comes when there is one.
      staleTime: 10_000,
    }),
  list: (userId: string, page: number) =>
    listQuery([...all, 'list', userId, page], async (client) => {
      // In a module of its own, because a thread page needs only the query above.
      const { listBookmarks } = await import('./bookmark-list.ts')
      return listBookmarks(client, page)
    }),
}

async function ofThread(client: Client, userId: string, threadId: string): Promise<Bookmark | null> {
  const page = await takeOwnThread('bookmark', userId, { threadId })
  if (page) return page.bookmarks[0] ?? null
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
      const page = await takeOwnThread('replyBookmarks', userId, { replyIds: ids })
      if (page) {
        const kept = page.replies.flatMap(({ id, reply_bookmarks: [one] }) =>
          one ? [[id, one] as const] : [],
        )
        return new Map(kept)
      }
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
 * Sets or removes the member's bookmark, and says so. Removing it can be undone; one that was set can get a reminder or
 * a note.
 * @throws the server's error, after rolling back
 */
export async function toggleBookmark(
  member: Member,
  target: BookmarkTarget,
  addNote: () => void,
): Promise<void> {
  const query = bookmarkQueries.of(target, member.userId)
  const save = (wanted: Bookmark | null) => setBookmark(member, target, wanted)
  const removed = await change(query, (before) => (before ? null : PLAIN), save)
  if (!removed) {
    return toast({
      title: t.bookmarked,
      action: { label: t.remindMeTomorrow, onClick: () => void remindTomorrow(member, target) },
      secondAction: { label: t.addNote, onClick: addNote },
    })
  }
  const restore = () => change(query, () => removed, save)
  const failed = notDone(t.notRestored, t.pleaseBookmarkItAgain)
  toast({
    title: t.bookmarkRemoved,
    action: { label: t.undo, onClick: () => void act('restore a bookmark', restore, { failed }) },
  })
}

function remindTomorrow(member: Member, target: BookmarkTarget): Promise<boolean> {
  const wanted = { note: null, remind_at: fromIndianField(tomorrowMorning(Date.now())) }
  const write = async () => {
    if (!(await saveBookmark(member, target, wanted))) throw new Error('the bookmark was removed')
  }
  const done = async () => {
    await queryClient().invalidateQueries({ queryKey: all })
    toast({ title: t.reminderSet, text: t.tomorrow900Am2 })
  }
  const failed = notDone(t.noReminderSet, t.pleaseSetItWithThe)
  return act(`remind ${JSON.stringify(target)}`, write, { done, failed })
}
