// How a fresh site gets its first administrator: a link that only who started the server can read.
import { randomBytes } from 'node:crypto'
import type { Database } from './database/database.ts'
import { asService } from './database/scope.ts'

const VALID_HOURS = 24

/**
 * Makes a one-time link while there is no administrator. Earlier links die with it.
 * @returns the link, or null when somebody administers the site already
 */
export async function offerAdminLink(db: Database, siteUrl: string): Promise<string | null> {
  const token = randomBytes(24).toString('base64url')
  const [claim] = await asService(
    db,
    (sql) => sql<{ issued: boolean }[]>`
      select private.issue_admin_claim(${token}, make_interval(hours => ${VALID_HOURS})) as issued`,
  )
  return claim?.issued ? `${siteUrl}/admin/claim?token=${token}` : null
}
