// The community's rules about accounts, which the API's sign-up and sign-in apply.
import type { AccountRules } from '../api/auth/services.ts'
import type { Database } from '../api/database/database.ts'
import { asService } from '../api/database/scope.ts'

export function accountRules(db: Database): AccountRules {
  return {
    // The latest ban in the moderation log.
    banReason: async (userId) => {
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
    },
    requiresConfirmation: async () => {
      const [settings] = await asService(
        db,
        (sql) => sql<{ required: boolean }[]>`
          select require_email_verification as required from public.site_settings`,
      )
      return settings?.required !== false
    },
  }
}
