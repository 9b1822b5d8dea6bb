// What the dashboard asks.
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'
import type { ActivityList } from './address.ts'
import { draftTargets, ownFigures, siteTotals } from './queries.ts'

const all = ['dashboard'] as const

export const dashboardQueries = {
  figures: (userId: string) => clientQuery([...all, userId, 'figures'], ownFigures),
  /** The posts that drafts belong to. */
  draftTargets: (userId: string, ids: readonly string[]) =>
    clientQuery([...all, userId, 'draft targets', ids], (client) => draftTargets(client, ids)),
  activity: <Rows>(
    userId: string,
    list: ActivityList,
    page: number,
    read: (client: Client) => Promise<Rows>,
  ) => listQuery([...all, userId, 'activity', list, page], read),
  siteTotals: clientQuery([...all, 'site totals'], siteTotals),
}
