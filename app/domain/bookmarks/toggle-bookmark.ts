// A member's click on the bookmark of a discussion, shown before the server answers.
import type { QueryClient } from '@tanstack/react-query'
import { AT_ONCE } from '#app/platform/query/query-client.tsx'
import type { Acting } from '#app/platform/session/require-member.ts'
import { setBookmark } from './queries.ts'
import { bookmarkQueries } from './query-options.ts'

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
