// A member's click on the bookmark of a discussion, shown before the server answers.
import type { QueryClient } from '@tanstack/react-query'
import { AT_ONCE } from '#app/platform/query/query-client.ts'
import type { MemberQuery } from '#app/platform/query/use-member-query.ts'
import type { Acting } from '#app/platform/session/require-member.ts'
import { setBookmark } from './queries.ts'

/**
 * Sets the member's bookmark, or takes it back. @returns whether there is one now
 * @throws what the server refused it with, after showing again what was before
 */
export async function toggleBookmark(
  queries: QueryClient,
  reading: MemberQuery<boolean>,
  member: Acting,
  threadId: string,
): Promise<boolean> {
  // A click may come before it is known whether there is a bookmark.
  const wanted = !(await queries.ensureQueryData({ ...reading, ...AT_ONCE }))
  queries.setQueryData(reading.queryKey, wanted)
  try {
    await setBookmark(member.client, member.userId, threadId, wanted)
  } catch (error) {
    queries.setQueryData(reading.queryKey, !wanted)
    throw error
  }
  return wanted
}
