// One page of the member's bookmarks: discussions and replies, newest bookmark first.
import { repliesByIds } from '#app/domain/replies/replies-by.ts'
import { type ThreadSummary, threadsByIds } from '#app/domain/threads/queries.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import type { Bookmark } from './query-options.ts'

type ReplyView = Awaited<ReturnType<typeof repliesByIds>>[number]

/** A bookmark in the list: of a discussion, or of one reply in it. */
export type BookmarkView = Bookmark & { thread: ThreadSummary; reply: ReplyView | null }
export type BookmarkPage = { bookmarks: BookmarkView[]; pages: number }

type Row = Bookmark & { thread_id: string; reply_id: string | null }

/** What was hidden since is left out by the database. */
export async function listBookmarks(reader: DbClient, page: number): Promise<BookmarkPage> {
  const { data } = await reader
    .rpc('my_bookmarks', { max_rows: PAGE_SIZE + 1, skip: (page - 1) * PAGE_SIZE }, { get: true })
    .throwOnError()
  // The generated types know no null in the rows of a function.
  const rows: Row[] = data.slice(0, PAGE_SIZE)
  const [threads, replies] = await Promise.all([
    threadsByIds(reader, [...new Set(rows.map(({ thread_id }) => thread_id))]),
    repliesByIds(
      reader,
      rows.flatMap(({ reply_id }) => reply_id ?? []),
    ),
  ])
  return {
    bookmarks: rows.flatMap(({ thread_id, reply_id, note, remind_at }) => {
      const thread = threads.find(({ id }) => id === thread_id)
      const reply = replies.find(({ id }) => id === reply_id) ?? null
      return thread && (reply || reply_id === null) ? [{ thread, reply, note, remind_at }] : []
    }),
    pages: data.length > PAGE_SIZE ? page + 1 : page,
  }
}
