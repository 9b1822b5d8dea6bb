// The member's bookmarks: what is asked about them, and a click shown before the server answers. A guest's browser never
// loads it.
import type { QueryClient } from '@tanstack/react-query'
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import { AT_ONCE } from '#app/platform/query/query-client.tsx'
import type { Acting } from '#app/platform/session/require-member.ts'
import type { Client } from '#app/platform/session/session.ts'

const all = ['bookmarks'] as const

export const bookmarkQueries = {
  all,
  /** Whether the member keeps a discussion. */
  of: (threadId: string, userId: string) =>
    clientQuery([...all, threadId, userId], (client) => isBookmarked(client, userId, threadId)),
  list: (userId: string, page: number) =>
    listQuery([...all, 'list', userId, page], async (client) => {
      // A discussion's page asks for the other one alone.
      const { bookmarkedThreads } = await import('#app/domain/threads/queries.ts')
      return bookmarkedThreads(client, userId, page)
    }),
}

/** A member's own bookmarks: whether there is one, and setting it. */
export async function isBookmarked(client: Client, userId: string, threadId: string): Promise<boolean> {
  const { data } = await client
    .from('bookmarks')
    .select('thread_id')
    .eq('user_id', userId)
    .eq('thread_id', threadId)
    .maybeSingle()
    .throwOnError()
  return data !== null
}

export async function setBookmark(
  client: Client,
  userId: string,
  threadId: string,
  wanted: boolean,
): Promise<void> {
  if (wanted) {
    await client
      .from('bookmarks')
      .upsert({ user_id: userId, thread_id: threadId }, { ignoreDuplicates: true })
      .throwOnError()
  } else {
    await client.from('bookmarks').delete().eq('user_id', userId).eq('thread_id', threadId).throwOnError()
  }
}

/**
 * Sets the member's bookmark, or takes it back. @returns whether there is one now
 * @throws what the server refused it with, after showing again what was before
 */
export async function toggleBookmark(
  queries: QueryClient,
  member: Acting,
  threadId: string,
): Promise<boolean> {
  const options = bookmarkQueries.of(threadId, member.userId)
  // A click may come before it is known whether there is a bookmark.
  const wanted = !(await queries.ensureQueryData({ ...options, ...AT_ONCE }))
  // An answer that is on its way knows nothing of this click.
  await queries.cancelQueries({ queryKey: options.queryKey })
  queries.setQueryData(options.queryKey, wanted)
  try {
    await setBookmark(member.client, member.userId, threadId, wanted)
  } catch (error) {
    queries.setQueryData(options.queryKey, !wanted)
    throw error
  }
  return wanted
}
