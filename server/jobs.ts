// The forum's background jobs. Those of the auth API are in api/auth/cleanup.ts, of files in api/storage, of e-mails in
// api/mail/outbox.ts.
//
// To add one, add `{ name, schedule, run }` to the list below (the type is in job.ts):
//
// - `schedule` is a crontab line in UTC, or `{ everySeconds }` for work that cannot wait for a minute.
// - `run` does one batch and returns the number of items done; it is called again until that is 0. A batch is a
//   transaction of its own through `asJob`, with the role site_jobs and a statement_timeout of 5 s: choose its size so
//   that a statement takes under a second on a large site, and store the progress in a row.
// - A job normally runs once per cluster, but must tolerate a concurrent run: lock its items with `skip locked`.
// - An error is logged in one line and retried with backoff; it does not stop other jobs.
// - A row of a queue is worked on by `private.attempt`: if it fails, it alone pauses (supabase/lints/0025).
//
// Work that a member's request causes (a fan-out, an export, an erasure) is a row in a table that a frequent job
// processes, not a task that the member's transaction queues: graphile-worker's add_job sends a NOTIFY, for which all
// commits of the database wait in turn.
import type { Database } from '../api/database/database.ts'
import { asJob } from '../api/database/scope.ts'
import type { Job } from '../api/jobs/job.ts'
import { makeDataExport } from './personal-data/export.ts'

const HALF_HOURLY = '*/30 * * * *'
const DAILY = '40 21 * * *'

/** Functions of the schema `private` that delete a batch of expired rows, and return their number. */
const CLEANUPS = {
  'forget old changes': 'prune_changes',
  'delete old notifications': 'prune_notifications',
  'delete expired chat messages': 'delete_expired_chat',
  'forget contact messages': 'delete_old_contact_messages',
  'forget newsletter addresses': 'delete_old_newsletter_addresses',
  'forget refusals of mail': 'delete_old_mail_refusals',
  'forget sent pushes': 'delete_sent_pushes',
  'forget old reading': 'delete_old_thread_reads',
  'forget decided reports': 'delete_old_reports',
  'forget sealed copies of posts': 'delete_old_sealed_posts',
  'forget old sanctions': 'delete_old_sanctions',
  'forget old days of discussions': 'delete_old_thread_days',
  'erase closed accounts': 'erase_closed_accounts',
  'forget counted writes': 'delete_old_write_counts',
  'forget exports of data': 'delete_old_data_exports',
  'forget abandoned imports': 'drop_abandoned_import',
  'forget failures of what is gone': 'forget_queue_failures',
} as const

/** @param siteUrl the site's address in exports */
export function communityJobs(db: Database, siteUrl: string): Job[] {
  const batches = (name: string, schedule: Job['schedule'], routine: string) =>
    ({ name, schedule, run: () => batch(db, routine) }) as Job
  const secondly = { everySeconds: 1 }
  const soon = { everySeconds: 10 }
  return [
    batches('add up thread views', secondly, 'flush_thread_views'),
    batches('notify of replies', { everySeconds: 0.5 }, 'notify_of_replies'),
    batches('tell followers of replies', secondly, 'notify_followers'),
    batches('remind of bookmarks', soon, 'send_reminders'),
    batches('tell of new discussions', secondly, 'notify_of_new_threads'),
    batches('hide, show and delete long discussions', secondly, 'process_pending_threads'),
    batches('fold view counts', HALF_HOURLY, 'fold_view_counts'),
    batches('fold days of discussions', HALF_HOURLY, 'fold_thread_days'),
    batches('erase what closed accounts leave', soon, 'erase_accounts'),
    { name: 'publish articles that are due', schedule: soon, run: () => once(db, 'publish_due_articles') },
    {
      name: 'count the posts of a day that is over',
      schedule: soon,
      run: () => once(db, 'store_daily_posts'),
    },
    { name: 'make exports of data', schedule: { everySeconds: 5 }, run: () => makeDataExport(db, siteUrl) },
    { ...batches('forget pictures that nothing shows', DAILY, 'delete_unused_pictures'), catchUpHours: 24 },
    ...Object.entries(CLEANUPS).map(([name, routine]) => ({
      ...batches(name, HALF_HOURLY, routine),
      catchUpHours: 1,
    })),
  ]
}

/** Calls a function of the schema `private` that does all its work at once. */
async function once(db: Database, routine: string): Promise<0> {
  await asJob(db, (sql) => sql.unsafe(`select private.${routine}()`))
  return 0
}

/** Calls a function of the schema `private` that does one batch, and returns the number of items. */
async function batch(db: Database, routine: string): Promise<number> {
  const [row] = await asJob(db, (sql) =>
    sql.unsafe<{ done: number }[]>(`select private.${routine}()::int as done`),
  )
  return row?.done ?? 0
}
