// What the member's own page asks.
import { queryOptions } from '@tanstack/react-query'
import { memberQueries } from '#app/domain/members/query-options.ts'
import { refreshMember } from '#app/platform/session/refresh-member.ts'
import { client } from '#app/platform/session/session.ts'
import { latestExport } from './data-export-queries.ts'
import { countThreads, loadOwnProfile, loadRecentThreads } from './own-profile.ts'

const ASK_AGAIN_MS = 1_500
/** The row is made within a second. After a minute something is broken, and asking on would not mend it. */
export const MOST_ASKED = 40
const EXPORT_EVERY_MS = 3_000

export const profileQueries = {
  /** Null while there is no row yet: it comes into being with the account's confirmation, or is made a moment later. */
  own: (userId: string) =>
    queryOptions({
      queryKey: [...memberQueries.of(userId), 'profile'],
      queryFn: async () => {
        const supabase = await client()
        const found = await loadOwnProfile(supabase, userId)
        if (found) return found
        await refreshMember()
        return loadOwnProfile(supabase, userId)
      },
      refetchInterval: ({ state }) =>
        state.data === null && state.dataUpdateCount < MOST_ASKED ? ASK_AGAIN_MS : false,
    }),
  threadCount: (userId: string) =>
    queryOptions({
      queryKey: [...memberQueries.of(userId), 'threads', 'count'],
      queryFn: async () => countThreads(await client(), userId),
    }),
  recentThreads: (userId: string) =>
    queryOptions({
      queryKey: [...memberQueries.of(userId), 'threads', 'recent'],
      queryFn: async () => loadRecentThreads(await client(), userId),
    }),
  /** The latest copy of the own data. */
  latestExport: (userId: string) =>
    queryOptions({
      queryKey: ['data export', userId],
      queryFn: async () => latestExport(await client(), userId),
      refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? EXPORT_EVERY_MS : false),
    }),
}
