// The community's rules about accounts, which the API's sign-up and sign-in apply, and a new site's first administrator: a
// one-time link that only the operator can read.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountRules } from '../api/auth/services.ts'
import { randomToken } from '../api/crypto.ts'
import type { Sql } from '../api/database/connection.ts'
import type { Database } from '../api/database/database.ts'
import { asService } from '../api/database/scope.ts'
import { CONSTRAINT_MESSAGES } from '../shared/constraint-messages.ts'
import type { Language } from '../shared/languages.ts'
import type { Shield } from './shield/shield.ts'

export function accountRules(db: Database, shield: Pick<Shield, 'refusalOf'>): AccountRules {
  return {
    // Of an account that the operator banned: the forum's ban of the member, if there is one.
    banReason: async (userId) => {
      const [row] = await asService(
        db,
        (sql) => sql<{ reason: string | null; since: string }[]>`
          select message as reason, to_json(starts_at) #>> '{}' as since
          from public.sanctions where member_id = ${userId} and kind = 'banned' and lifted_at is null`,
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
    messageOf: (constraint) => CONSTRAINT_MESSAGES[constraint] ?? null,
    refusalOfNames: ({ username, full_name }) => {
      const texts = Object.entries({ username, full_name })
      return shield.refusalOf(
        'profiles',
        Object.fromEntries(texts.map(([name, text]) => [name, String(text ?? '')])),
      )
    },
    closingChoices: ['erase_posts'],
    languageOf: (userId) => asService(db, (sql) => languageOf(sql, userId)),
  }
}

/** The language that a member chose; null: none yet. */
async function languageOf(sql: Sql, userId: string): Promise<Language | null> {
  const [chosen] = await sql<{ language: Language | null }[]>`
    select language from public.notification_settings where user_id = ${userId}`
  return chosen?.language ?? null
}

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
  const token = randomToken(24)
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
