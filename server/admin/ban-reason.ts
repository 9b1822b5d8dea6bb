// Why a member was banned, as the moderation log has it.
import type { Database } from '../database/database.ts'
import { asService } from '../database/scope.ts'

/** @returns the latest ban of the member; null when the log has none */
export function banReason(
  db: Database,
): (userId: string) => Promise<{ reason: string | null; since: string } | null> {
  return async (userId) => {
    const [row] = await asService(
      db,
      (sql) => sql<{ reason: string | null; since: string }[]>`
        select l.reason, to_json(l.created_at) #>> '{}' as since
        from public.moderation_log l
        where l.target_table = 'profiles' and l.target_id = ${userId} and l.action = 'level' and l.detail like '% → Banned'
        order by l.id desc
        limit 1`,
    )
    return row ?? null
  }
}
