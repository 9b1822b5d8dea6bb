// Queries about members.
import { queryOptions } from '@tanstack/react-query'
import { clientQuery } from '#app/platform/query/client-query.ts'
import { KEPT_MS } from '#app/platform/query/query-client.tsx'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import { findMember, memberActivity, memberFollow } from './member-queries.ts'

export const memberQueries = {
  /** Prefix of the keys of one member. */
  of: (memberId: string) => ['members', memberId] as const,
  /** What is public about a member. */
  card: (username: string) =>
    queryOptions({
      queryKey: ['members', 'card', username],
      queryFn: async () => findMember(await visitorClient(), username),
      staleTime: KEPT_MS,
    }),
  activity: (memberId: string) =>
    clientQuery([...memberQueries.of(memberId), 'activity'], (client) => memberActivity(client, memberId)),
  /**
   * Whether the member at this browser follows another one, with the current number of followers: the page may be
   * cached.
   */
  follow: (memberId: string, userId: string | null) =>
    clientQuery([...memberQueries.of(memberId), 'follow', userId], (client) =>
      memberFollow(client, userId ?? '', memberId),
    ),
  names: (ids: readonly string[]) =>
    clientQuery(['members', 'names', ids], async (client) => {
      const { data } = await client
        .from('profiles')
        .select('username')
        .in('id', [...ids])
        .throwOnError()
      return data.map(({ username }) => username)
    }),
}
