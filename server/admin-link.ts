// Gives a new site its first administrator: a one-time link that only the operator can read.
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../api/database/database.ts'
import { asService } from '../api/database/scope.ts'

const VALID_HOURS = 24

/** Logs are read by more people than may administer the site, so the link is written to a file for its owner only. */
export const ADMIN_LINK_FILE = 'admin-link.txt'

export type AdminLink = { url: string; file: string }

/**
 * Creates a one-time link if there is no administrator, and writes it to a file in `dataDir`. Earlier links become
 * invalid.
 * @returns null when the site has an administrator
 */
export async function offerAdminLink(
  db: Database,
  { siteUrl, dataDir }: { siteUrl: string; dataDir: string },
): Promise<AdminLink | null> {
  const file = join(dataDir, ADMIN_LINK_FILE)
  rmSync(file, { force: true })
  const token = randomBytes(24).toString('base64url')
  const [claim] = await asService(
    db,
    (sql) => sql<{ issued: boolean }[]>`
      select private.issue_admin_claim(${token}, make_interval(hours => ${VALID_HOURS})) as issued`,
  )
  if (!claim?.issued) return null
  const url = `${siteUrl}/admin/claim?token=${token}`
  writeFileSync(file, `${url}\n`, { mode: 0o600 })
  return { url, file }
}
