// Whether a new account must show that its address is its own before it can sign in.
import type { Database } from '../database/database.ts'
import { asService } from '../database/scope.ts'
import { isDatabaseError } from './errors.ts'

const UNDEFINED_TABLE = '42P01'

/**
 * @param decided what the operator decided, or that no mail can be sent; null: the community's setting says it. It
 *   is asked for each sign-up, because an admin may change it at any time.
 */
export function createAutoconfirm(db: Database, decided: boolean | null): () => Promise<boolean> {
  return async () => {
    if (decided !== null) return decided
    const settings = await asService(
      db,
      (sql) => sql<{ required: boolean }[]>`
        select require_email_verification as required from public.site_settings`,
    ).catch((error: unknown) => {
      // The contract alone, over a database without our community.
      if (isDatabaseError(error) && error.code === UNDEFINED_TABLE) return []
      throw error
    })
    return settings[0]?.required === false
  }
}
