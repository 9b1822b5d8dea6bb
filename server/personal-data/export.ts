// A member's data as a zip: data.json for programs, index.html for people. Created by a job, reading a page of rows
// at a time.
import { buffer } from 'node:stream/consumers'
import type { Database } from '../../api/database/database.ts'
import { asAuth, asJob, asService } from '../../api/database/scope.ts'
import type { Email } from '../../api/mail/email.ts'
import { type Outbox, takenBy } from '../../api/mail/outbox.ts'
import { mailChoices, type Telling, tellingIn } from '../mail/notifications.ts'
import { exportPage, type PersonalData, type Row, SECTIONS, type Section } from './export-page.ts'

/** Creates the export that has waited longest. @returns 1, or 0 when none is pending */
export async function makeDataExport(db: Database, siteUrl: string): Promise<number> {
  const [waiting] = await asJob(
    db,
    (sql) => sql<{ id: string; user_id: string }[]>`select id, user_id from private.take_data_export()`,
  )
  if (!waiting) return 0
  const file = await zipped(await collect(db, waiting.user_id), siteUrl)
  await asJob(db, (sql) => sql`select private.store_data_export(${waiting.id}, ${file})`)
  return 1
}

async function collect(db: Database, member: string): Promise<PersonalData> {
  const data: Partial<PersonalData> = {}
  for (const section of Object.keys(SECTIONS) as Section[]) {
    const rows: Row[] = []
    for (let more = true; more; ) {
      const page = await asJob(
        db,
        (sql) => sql<{ row: Row }[]>`
          select p as row from private.personal_data(${member}, ${section}, ${rows.length}) as p`,
      )
      rows.push(...page.map(({ row }) => row))
      more = page.length > 0
    }
    data[section] = rows
  }
  return data as PersonalData
}

/** @returns the bytes of the zip; compressed on another thread */
async function zipped(data: PersonalData, siteUrl: string): Promise<Buffer> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const made = new Date()
  zip.addBuffer(Buffer.from(JSON.stringify({ site: siteUrl, made_at: made, ...data }, null, 2)), 'data.json')
  zip.addBuffer(Buffer.from(exportPage(data, { siteUrl, made })), 'index.html')
  zip.end()
  return buffer(zip.outputStream)
}

const AT_ONCE = 50
const READY = 'data export ready'

/**
 * E-mails that an export is ready. Without attachment or key: it links to the page where the member's own session
 * downloads it.
 */
export function dataExportOutbox(db: Database, { siteUrl }: { siteUrl: string }): Outbox {
  return {
    kinds: [READY],
    take: takenBy('private.take_ready_exports', AT_ONCE),
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
      if (!account) return []
      const { language } = await asService(db, (sql) => mailChoices(sql, row.user))
      return [readyEmail(account.email, tellingIn(language, siteUrl))]
    },
  }
}

function readyEmail(to: string, { t, language, page }: Telling): Email {
  return {
    to,
    language,
    subject: t.yourDataIsReady,
    lines: [t.theCopyIsReady],
    button: { label: t.goToYourData, address: page('/settings/privacy') },
    remarks: [t.ifYouDidNotAskForData],
  }
}
