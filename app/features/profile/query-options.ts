// Queries of the member's own page.
import { queryOptions } from '@tanstack/react-query'
import { memberQueries } from '#app/domain/members/query-options.ts'
import { clientQuery } from '#app/platform/query/client-query.ts'
import { refreshMember } from '#app/platform/session/refresh-member.ts'
import { countThreads, latestExport, loadOwnProfile, loadRecentThreads } from './own-profile.ts'

const ASK_AGAIN_MS = 1_000
/** The row is created within a second. After a minute of ever longer pauses something is broken, and asking stops. */
export const MOST_ASKED = 7
const EXPORT_EVERY_MS = 3_000

export const profileQueries = {
  /** Null while the row does not exist: it is created when the account is confirmed, or shortly after. */
  own: (userId: string) =>
    queryOptions({
      ...clientQuery([...memberQueries.of(userId), 'profile'], async (client) => {
        const found = await loadOwnProfile(client, userId)
        if (found) return found
        await refreshMember()
        return loadOwnProfile(client, userId)
      }),
      refetchInterval: ({ state }) =>
        state.data === null && state.dataUpdateCount < MOST_ASKED
          ? ASK_AGAIN_MS * 2 ** (state.dataUpdateCount - 1)
          : false,
    }),
  threadCount: (userId: string) =>
    clientQuery([...memberQueries.of(userId), 'thread count'], (client) => countThreads(client, userId)),
  recentThreads: (userId: string) =>
    clientQuery([...memberQueries.of(userId), 'threads'], (client) => loadRecentThreads(client, userId)),
  /** The latest data export. */
  latestExport: (userId: string) =>
    queryOptions({
      ...clientQuery(['data export', userId], (client) => latestExport(client, userId)),
      refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? EXPORT_EVERY_MS : false),
    }),
}
