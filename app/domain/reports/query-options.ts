// What is asked about the member's own reports.
import { clientQuery } from '#app/platform/query/client-query.ts'
import { findOwnReport, listOwnReports } from './queries.ts'
import type { Target } from './report-reasons.ts'

const all = ['reports'] as const

export const reportQueries = {
  all,
  own: (userId: string, page: number) =>
    clientQuery([...all, 'own', userId, page], (client) => listOwnReports(client, userId, page)),
  /** The member's earlier report of `target`, if there is one. */
  of: (target: Target, userId: string) =>
    clientQuery([...all, 'of', target.id, userId], (client) => findOwnReport(client, userId, target)),
}
