// What is asked about members.
import { queryOptions } from '@tanstack/react-query'
import { client } from '#app/platform/session/session.ts'
import { memberActivity, memberFollow } from './member-queries.ts'

const all = ['members'] as const

export const memberQueries = {
  /** What begins with it is one member's. */
  of: (memberId: string) => [...all, memberId] as const,
  activity: (memberId: string) =>
    queryOptions({
      queryKey: [...memberQueries.of(memberId), 'activity'],
      queryFn: async () => memberActivity(await client(), memberId),
    }),
  /** Whether the member at this browser follows another one, with the figure of today: a page may be older. */
  follow: (memberId: string, userId: string | null) =>
    queryOptions({
      queryKey: [...memberQueries.of(memberId), 'follow', userId],
      queryFn: async () => memberFollow(await client(), userId ?? '', memberId),
    }),
  names: (ids: readonly string[]) =>
    queryOptions({
      queryKey: [...all, 'names', ids],
      queryFn: async () => {
        const { data } = await (await client())
          .from('profiles')
          .select('username')
          .in('id', [...ids])
          .throwOnError()
        return data.map(({ username }) => username)
      },
    }),
}
