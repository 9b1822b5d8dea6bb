// What is asked about the member's own reports.
import { queryOptions } from '@tanstack/react-query'
import { client } from '#app/platform/session/session.ts'
import { findOwnReport, listOwnReports } from './queries.ts'
import type { Target } from './report-reasons.ts'

const all = ['reports'] as const

export const reportQueries = {
  all,
  own: (userId: string, page: number) =>
    queryOptions({
      queryKey: [...all, 'own', userId, page],
      queryFn: async () => listOwnReports(await client(), userId, page),
    }),
  /** The member's earlier report of `target`, if there is one. */
  of: (target: Target, userId: string) =>
    queryOptions({
      queryKey: [...all, 'of', target.id, userId],
      queryFn: async () => findOwnReport(await client(), userId, target),
    }),
}
