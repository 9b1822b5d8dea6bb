// What a banned person is told of the ban once the password was right.
import type { Database } from '../database/database.ts'
import { queryAuth } from '../database/scope.ts'
import type { BanNotice } from './errors.ts'

/** A ban that ends later than this has no end: the community's bans last a hundred years. */
const ENDLESS_AFTER = '50 years'

/** @param reasonOf what whoever banned the account wrote, and when; null where nothing is known */
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
