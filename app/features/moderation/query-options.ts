// The queries of moderation.
import { queryOptions } from '@tanstack/react-query'
import type { ReportState } from '#app/domain/reports/report-reasons.ts'
import { readBegun } from '#app/platform/query/begun-read.ts'
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import { listPassages, loadRecords } from './case-facts.ts'
import { listContentReplies, listContentThreads, type Search } from './content.ts'
import { countHeldPosts, listHeld } from './held.ts'
import {
  authorOfMessage,
  type Case,
  countOpenCases,
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
  openCases: queryOptions({ ...clientQuery([...all, 'open cases'], countOpenCases), ...AGAIN }),
  held: queryOptions({ ...clientQuery([...all, 'held'], listHeld), ...AGAIN }),
  heldCount: queryOptions({ ...clientQuery([...all, 'held', 'count'], countHeldPosts), ...AGAIN }),
  /** The reports in a state, grouped by target. */
  queue: (state: ReportState) =>
    queryOptions({
      queryKey: [...all, 'queue', state],
      queryFn: async () => groupIntoCases(await readBegun((reader) => listReports(reader, state))),
      ...AGAIN,
    }),
  /** Earlier actions on the targets of `cases`, which are shown without waiting for it. */
  logOf: (cases: readonly Case[]) => {
    const targets = cases.map(({ target }) => target.target_id)
    return queryOptions({
      ...listQuery([...all, 'log', targets], (client) => listLogOf(client, targets)),
      enabled: targets.length > 0,
      ...AGAIN,
    })
  },
  passages: (about: Case) =>
    clientQuery([...all, 'passages', about.target.target_id], (client) => listPassages(client, about)),
  records: (about: Case) =>
    clientQuery([...all, 'records', about.reports.map(({ id }) => id)], (client) =>
      loadRecords(client, about),
    ),
  authorOfMessage: (messageId: string) =>
    clientQuery([...all, 'author', messageId], (client) => authorOfMessage(client, messageId)),
}
