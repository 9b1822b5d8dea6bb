// E-mails that a member's export is ready. Without attachment or key: it links to the page where the member's own
// session downloads it.
import type { Database } from '../../api/database/database.ts'
import { asAuth, asService } from '../../api/database/scope.ts'
import type { Email } from '../../api/mail/email.ts'
import type { Outbox } from '../../api/mail/outbox.ts'

const AT_ONCE = 50
const READY = 'data export ready'

export function dataExportOutbox(db: Database, { siteUrl }: { siteUrl: string }): Outbox {
  return {
    kinds: [READY],
    take: async (sql) => {
      const rows = await sql<{ id: string }[]>`select id from private.take_ready_exports(${AT_ONCE}) as id`
      return rows.map(({ id }) => id)
    },
    emails: async (_kind, id) => {
      const [row] = await asService(
        db,
        (sql) => sql<{ user: string }[]>`
          select user_id as user from public.data_exports where id = ${id} and expires_at > now()`,
      )
      if (!row) return []
      const [account] = await asAuth(
        db,
        (sql) => sql<{ email: string }[]>`
          select email from auth.users
          where id = ${row.user} and email is not null and email_confirmed_at is not null and deleted_at is null`,
      )
      return account ? [readyEmail(account.email, siteUrl)] : []
    },
  }
}

function readyEmail(to: string, siteUrl: string): Email {
  return {
    to,
    subject: 'Your data is ready',
    lines: ['The copy of your data that you asked for is ready. It is kept for seven days.'],
    button: { label: 'Go to your data', address: `${siteUrl}/profile#your-data` },
    remarks: ['If you did not ask for it, somebody else uses your account: change your password.'],
  }
}
