// Reporting, and reading the outcomes of one's own reports.
import { clientQuery } from '#app/platform/query/client-query.ts'
import type { Client, DbClient } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import type { ReportReason } from '#shared/schemas/moderation.ts'
import { STORED_REASONS } from '#shared/stored-reasons.ts'
import type { Target } from './report-reasons.ts'
import { REPORTED_POST_COLUMNS } from './report-target.tsx'

export type NewReport = { ground: ReportReason; words: string }

const ONCE = '23505'

/** Sends a report to the administrators, as the member or as a guest. @throws the API's error */
export async function sendReport(
  client: DbClient,
  target: Target,
  { ground, words }: NewReport,
): Promise<void> {
  const targets = {
    thread: { thread_id: target.id },
    reply: { reply_id: target.id },
    message: { message_id: target.id },
    profile: { profile_id: target.id },
  }
  const { error } = await client
    .from('reports')
    .insert({ ...targets[target.kind], ground, reason: words || STORED_REASONS[ground] })
  // Somebody reported it already: a guest, or the member in another tab.
  if (error && error.code !== ONCE) throw apiError(error)
}

/** The member's earlier report of this target; null if there is none. */
export async function findOwnReport(client: Client, userId: string, target: Target) {
  const { data } = await client
    .from('reports')
    .select('id, state, resolution, created_at')
    .eq('reporter_id', userId)
    .eq('target_id', target.id)
    .maybeSingle()
    .throwOnError()
  return data
}

export type OwnReport = Awaited<ReturnType<typeof listOwnReports>>['reports'][number]

/** The member's reports, newest first, by pages from 1. */
async function listOwnReports(client: Client, userId: string, page: number) {
  const first = (page - 1) * PAGE_SIZE
  const { data, count } = await client
    .from('reports')
    .select(
      `id, ground, reason, state, resolution, created_at, resolved_at, target_excerpt, ${REPORTED_POST_COLUMNS}`,
      {
        count: 'exact',
      },
    )
    .eq('reporter_id', userId)
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + PAGE_SIZE - 1)
    .throwOnError()
  return { reports: data, pages: Math.max(1, Math.ceil((count ?? 0) / PAGE_SIZE)) }
}

const all = ['reports'] as const

/** Queries about the member's reports. */
export const reportQueries = {
  all,
  own: (userId: string, page: number) =>
    clientQuery([...all, 'own', userId, page], (client) => listOwnReports(client, userId, page)),
  /** The member's earlier report of `target`, if there is one. */
  of: (target: Target, userId: string) =>
    clientQuery([...all, 'of', target.id, userId], (client) => findOwnReport(client, userId, target)),
}
