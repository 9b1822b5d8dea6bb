// The ban notice, shown to a banned member who has entered the right password.
import type { Database } from '../../database/database.ts'
import { queryAuth } from '../../database/scope.ts'
import type { BanNotice } from '../errors.ts'

/** A ban that ends later than this counts as permanent: the community's bans last a hundred years. */
const ENDLESS_AFTER = '50 years'

/** @param reasonOf reads the recorded reason and start of a ban; null if unknown */
export function createBanNotice(
  db: Database,
  reasonOf: (userId: string) => Promise<{ reason: string | null; since: string } | null>,
): (userId: string) => Promise<BanNotice | null> {
  return async (userId) => {
    const [found, [account]] = await Promise.all([
      reasonOf(userId),
      queryAuth<{ until: string | null }>(db, {
        text: `select case when banned_until < now() + interval '${ENDLESS_AFTER}' then to_json(banned_until) #>> '{}' end
          as until from auth.users where id = $1`,
        values: [userId],
      }),
    ])
    if (!found && !account?.until) return null
    return { reason: found?.reason ?? null, since: found?.since ?? null, until: account?.until ?? null }
  }
}
