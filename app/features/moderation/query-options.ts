// The queries of moderation.
import { queryOptions } from '@tanstack/react-query'
import type { ReportState } from '#app/domain/reports/report-reasons.ts'
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import { listPassages, loadRecords } from './case-facts.ts'
import { listContentReplies, listContentThreads, type Search } from './content.ts'
import {
  authorOfMessage,
  type Case,
  countOpenReports,
  groupIntoCases,
  listLogOf,
  listReports,
} from './queue.ts'

const all = ['moderation'] as const
/** Refetched regularly, because others report while an administrator works. */
const AGAIN = { refetchInterval: 30_000 } as const

export const moderationQueries = {
  threads: (search: Search) =>
    listQuery([...all, 'threads', search], (client) => listContentThreads(client, search)),
  replies: (search: Search) =>
    listQuery([...all, 'replies', search], (client) => listContentReplies(client, search)),
  openReports: queryOptions({ ...clientQuery([...all, 'open reports'], countOpenReports), ...AGAIN }),
  /** The reports in a state, grouped by target, with earlier actions on it. */
  queue: (state: ReportState) =>
    queryOptions({
      ...clientQuery([...all, 'queue', state], async (client) => {
        const cases = groupIntoCases(await listReports(client, state))
        const targets = cases.map(({ target }) => target.target_id)
        return { cases, log: await listLogOf(client, targets) }
      }),
      ...AGAIN,
    }),
  passages: (about: Case) =>
    clientQuery([...all, 'passages', about.target.target_id], (client) => listPassages(client, about)),
  records: (about: Case) =>
    clientQuery([...all, 'records', about.reports.map(({ id }) => id)], (client) =>
      loadRecords(client, about),
    ),
  authorOfMessage: (messageId: string) =>
    clientQuery([...all, 'author', messageId], (client) => authorOfMessage(client, messageId)),
}
