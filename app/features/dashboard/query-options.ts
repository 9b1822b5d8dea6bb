// What the dashboard asks.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Client, client } from '#app/platform/session/session.ts'
import type { ActivityList } from './address.ts'
import { draftTargets, ownFigures, siteTotals } from './queries.ts'

const all = ['dashboard'] as const

export const dashboardQueries = {
  figures: (userId: string) =>
    queryOptions({
      queryKey: [...all, userId, 'figures'],
      queryFn: async () => ownFigures(await client()),
    }),
  /** The posts that drafts belong to. */
  draftTargets: (userId: string, ids: readonly string[]) =>
    queryOptions({
      queryKey: [...all, userId, 'draft targets', ids],
      enabled: ids.length > 0,
      queryFn: async () => draftTargets(await client(), ids),
    }),
  activity: <Rows>(
    userId: string,
    list: ActivityList,
    page: number,
    read: (client: Client) => Promise<Rows>,
  ) =>
    queryOptions({
      queryKey: [...all, userId, 'activity', list, page],
      placeholderData: keepPreviousData,
      queryFn: async () => read(await client()),
    }),
  siteTotals: queryOptions({
    queryKey: [...all, 'site totals'],
    queryFn: async () => siteTotals(await client()),
  }),
}
