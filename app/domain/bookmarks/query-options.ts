// Queries and mutations of the member's bookmarks, with optimistic updates. A guest's browser never loads this module.
import type { QueryClient } from '@tanstack/react-query'
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import { AT_ONCE } from '#app/platform/query/query-client.tsx'
import type { Acting } from '#app/platform/session/require-member.ts'
import type { Client } from '#app/platform/session/session.ts'

const all = ['bookmarks'] as const

export const bookmarkQueries = {
  all,
  /** Whether the member bookmarked a discussion. */
  of: (threadId: string, userId: string) =>
    clientQuery([...all, threadId, userId], (client) => isBookmarked(client, userId, threadId)),
  list: (userId: string, page: number) =>
    listQuery([...all, 'list', userId, page], async (client) => {
      // In a module of its own, because a thread page needs only the query above.
      const { bookmarkedThreads } = await import('#app/domain/threads/queries.ts')
      return bookmarkedThreads(client, userId, page)
    }),
}

/** The member's bookmarks: reading one and setting it. */
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
 * Sets or removes the member's bookmark.
 * @returns whether it is set now
 * @throws the server's error, after rolling back
 */
export async function toggleBookmark(
  queries: QueryClient,
  member: Acting,
  threadId: string,
): Promise<boolean> {
  const options = bookmarkQueries.of(threadId, member.userId)
  // The click may come before the current state is loaded.
  const wanted = !(await queries.ensureQueryData({ ...options, ...AT_ONCE }))
  // A response that is on its way does not include this click.
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
