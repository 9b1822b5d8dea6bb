// The queue of reports: grouped by target, the most reported first.

import type { ReportState } from '#app/domain/reports/report-reasons.ts'
import type { Client, DbClient } from '#app/platform/session/session.ts'
import { assertChanged } from '#app/platform/supabase/unauthorized.ts'

const OPEN_ROWS = 500
const CLOSED_ROWS = 50
const LOG_ROWS = 100

const COLUMNS = `id, ground, reason, state, resolution, created_at, resolved_at,
  target_kind, target_id, target_label, target_excerpt, has_sealed_copy,
  reporter:profiles!reports_reporter_id_fkey(id, username),
  resolver,
  author:profiles!reports_target_author_id_fkey(id, username, user_level),
  thread:threads!reports_thread_id_fkey(id, title, content, updated_at, is_sticky, is_pinned, is_locked, is_hidden,
    category:forum_categories!threads_category_id_fkey(id, slug)),
  reply:replies!reports_reply_id_fkey(id, is_hidden,
    thread:threads!replies_thread_id_fkey(id, title, category:forum_categories!threads_category_id_fkey(slug))),
  message:chat_messages!reports_message_id_fkey(id, is_anonymous),
  profile:profiles!reports_profile_id_fkey(username)` as const

export type QueuedReport = Awaited<ReturnType<typeof listReports>>[number]
/** All reports of one target; the first one has the target's data. */
export type Case = { target: QueuedReport; reports: readonly QueuedReport[] }
export type LogEntry = Awaited<ReturnType<typeof listLogOf>>[number]

/** The open reports, oldest first; or the latest resolved or dismissed ones. */
export async function listReports(client: DbClient, state: ReportState) {
  const query = client.from('reports').select(COLUMNS).eq('state', state)
  const { data } = await (state === 'open'
    ? query.order('created_at').limit(OPEN_ROWS)
    : query.order('resolved_at', { ascending: false }).limit(CLOSED_ROWS)
  ).throwOnError()
  return data
}

/** The number of open cases, as the queue groups reports. */
export async function countOpenCases(client: DbClient): Promise<number> {
  const { data } = await client
    .from('reports')
    .select('target_id')
    .eq('state', 'open')
    .order('created_at')
    .limit(OPEN_ROWS)
    .throwOnError()
  return new Set(data.map(({ target_id }) => target_id)).size
}

/** Groups reports by target: the most reported first, then by time. */
export function groupIntoCases(reports: readonly QueuedReport[]): Case[] {
  const cases = new Map<string, QueuedReport[]>()
  for (const report of reports) {
    const known = cases.get(report.target_id)
    if (known) known.push(report)
    else cases.set(report.target_id, [report])
  }
  return [...cases.values()]
    .flatMap((all) => (all[0] ? [{ target: all[0], reports: all }] : []))
    .sort((a, b) => b.reports.length - a.reports.length)
}

/** Earlier actions of administrators on these targets, latest first. */
export async function listLogOf(client: DbClient, targets: readonly string[]) {
  const { data } = await client
    .from('moderation_log')
    .select(
      'id, action, reason, target_id, created_at, actor:profiles!moderation_log_actor_id_fkey(username)',
    )
    .in('target_id', targets)
    .order('id', { ascending: false })
    .limit(LOG_ROWS)
    .throwOnError()
  return data
}

/** Decides on reports, or reopens them. @returns the ids of the changed ones */
export async function answerReports(
  client: Client,
  ids: readonly string[],
  answer: { state: ReportState; resolution: string | null },
): Promise<string[]> {
  const { data } = await client.from('reports').update(answer).in('id', ids).select('id').throwOnError()
  assertChanged(data)
  return data.map(({ id }) => id)
}

/** The author of a message, anonymous or not; null for a guest. For administrators only. */
export async function authorOfMessage(client: Client, messageId: string) {
  const { data: id } = await client.rpc('chat_message_author', { message_id: messageId }).throwOnError()
  if (!id) return null
  const { data } = await client
    .from('profiles')
    .select('id, username, user_level')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}
