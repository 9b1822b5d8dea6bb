// E-mails to administrators when the nightly backups begin to fail, and when they work again: once each, not each night.
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import { type Outbox, takenBy } from '../../api/mail/outbox.ts'
import { adminAddresses } from './admin-addresses.ts'

const AT_ONCE = 5

type Ended = { kind: 'site' | 'base'; at: Date; error: string | null }

/** @param options.adminEmail recipient; null: the accounts with the role admin */
export function backupNewsOutbox(
  db: Database,
  options: { adminEmail: string | null; siteUrl: string },
): Outbox {
  return {
    kinds: ['backup news'],
    take: takenBy('auth.take_backup_news', AT_ONCE),
    emails: async (_kind, id) => {
      const [ended] = await asService(
        db,
        (sql) => sql<Ended[]>`
          select kind, finished_at as at, error from platform.backups where id = ${id}`,
      )
      if (!ended) return []
      const what = ended.kind === 'site' ? 'backup of the site' : 'copy of the database'
      const at = new Date(ended.at).toISOString()
      const hasFailed = ended.error !== null
      const readers = await adminAddresses(db, options.adminEmail)
      return readers.map((to) => ({
        to,
        subject: hasFailed ? 'The nightly backup failed' : 'The nightly backup works again',
        lines: hasFailed
          ? [
              `The ${what} failed at ${at}.`,
              `${ended.error}`,
              'Until it is mended, a lost disk loses what is written from now on.',
            ]
          : [`The ${what} was made at ${at}, after it had failed before.`],
        button: { label: 'See the state of the site', address: `${options.siteUrl}/admin` },
        remarks: [
          '`npm run doctor` checks the settings and the place of the backups. You get one mail when it begins to fail, and one when it works again.',
        ],
      }))
    },
  }
}
