// Reporting, and reading what came of the own reports.
import type { Client } from '#app/lib/session.ts'
import { type Ground, groundLabel, type Target } from './grounds.ts'

export type NewReport = { ground: Ground; words: string }

/** Sends a report to the admins, in the asking member's name. @throws the contract's error */
export async function sendReport(
  client: Client,
  target: Target,
  { ground, words }: NewReport,
): Promise<void> {
  const targets = {
    thread: { thread_id: target.id },
    reply: { reply_id: target.id },
    message: { message_id: target.id },
    profile: { profile_id: target.id },
  }
  await client
    .from('reports')
    .insert({ ...targets[target.kind], ground, reason: words || groundLabel(ground) })
    .throwOnError()
}

/** What the member reported about this already; null when nothing. */
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
