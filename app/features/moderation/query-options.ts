// What the moderation's screens ask.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReportState } from '#app/domain/reports/report-reasons.ts'
import { client } from '#app/platform/session/session.ts'
import { listContentReplies, listContentThreads, type Search } from './content.ts'
import { authorOfMessage, countOpenReports, groupIntoCases, listLogOf, listReports } from './queue.ts'

const all = ['moderation'] as const
/** Others report while an admin works. */
const ASK_AGAIN_MS = 30_000

export const moderationQueries = {
  threads: (search: Search) =>
    queryOptions({
      queryKey: [...all, 'threads', search],
      placeholderData: keepPreviousData,
      queryFn: async () => listContentThreads(await client(), search),
    }),
  replies: (search: Search) =>
    queryOptions({
      queryKey: [...all, 'replies', search],
      placeholderData: keepPreviousData,
      queryFn: async () => listContentReplies(await client(), search),
    }),
  openReports: queryOptions({
    queryKey: [...all, 'open reports'],
    queryFn: async () => countOpenReports(await client()),
    refetchInterval: ASK_AGAIN_MS,
  }),
  /** The reports of a state by what they are about, with what was done to it. */
  queue: (state: ReportState) =>
    queryOptions({
      queryKey: [...all, 'queue', state],
      queryFn: async () => {
        const supabase = await client()
        const cases = groupIntoCases(await listReports(supabase, state))
        const targets = cases.map(({ target }) => target.target_id)
        return { cases, log: await listLogOf(supabase, targets) }
      },
      refetchInterval: ASK_AGAIN_MS,
    }),
  authorOfMessage: (messageId: string) =>
    queryOptions({
      queryKey: [...all, 'author', messageId],
      queryFn: async () => authorOfMessage(await client(), messageId),
    }),
}
