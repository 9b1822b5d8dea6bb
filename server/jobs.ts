// What the community does in the background. Identity's jobs are in api/auth/cleanup.ts, those of the files in
// api/storage, those of emails in api/mail/outbox.ts.
//
// To add one, add `{ name, schedule, run }` to the list below (the type is in job.ts):
//
// - `schedule` is a crontab line in UTC, or `{ everySeconds }` for what cannot wait for a minute.
// - `run` does one batch and gives how many things it did; it is called again at once until that is 0. A batch is a
//   transaction of its own through `asJob`, which gives it the role site_jobs and a statement_timeout of 5 s:
//   choose its size so that a statement stays under a second on a large site, and remember in a row how far it came.
// - It runs once per cluster as a rule, and must bear to run twice at once: lock what it takes, `skip locked`.
// - What it throws is logged in one line and tried again with growing pauses; one job's failure stops no other.
//
// Work that an act of a member causes (a fan-out, an export, an erasure) is a row in a table that a frequent job
// takes from, not a task that the member's transaction queues: graphile-worker's add_job sends a NOTIFY, for which
// all commits of the database wait in turn.
import type { Database } from '../api/database/database.ts'
import { asJob } from '../api/database/scope.ts'
import type { Job } from '../api/jobs/job.ts'
import { makeDataExport } from './personal-data/export.ts'

const HALF_HOURLY = '*/30 * * * *'
const DAILY = '40 21 * * *'

/** Functions of the schema `private` that delete a batch of what is too old, and give how much it was. */
const CLEANUPS = {
  'forget old changes': 'prune_changes',
  'delete old notifications': 'prune_notifications',
  'delete expired chat messages': 'delete_expired_chat',
  'forget contact messages': 'delete_old_contact_messages',
  'forget newsletter addresses': 'delete_old_newsletter_addresses',
  'forget decided reports': 'delete_old_reports',
  'forget old days of discussions': 'delete_old_thread_days',
  'erase closed accounts': 'erase_closed_accounts',
  'forget counted writes': 'delete_old_write_counts',
  'forget exports of data': 'delete_old_data_exports',
  'forget abandoned imports': 'drop_abandoned_import',
} as const

/** @param siteUrl what an export calls the site */
export function communityJobs(db: Database, siteUrl: string): Job[] {
  const batches = (name: string, schedule: Job['schedule'], routine: string) =>
    ({ name, schedule, run: () => batch(db, routine) }) as Job
  const secondly = { everySeconds: 1 }
  const soon = { everySeconds: 10 }
  return [
    batches('add up thread views', secondly, 'flush_thread_views'),
    batches('tell followers of replies', secondly, 'notify_followers'),
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

/** Calls a function of the schema `private` that does all there is to do at once. */
async function once(db: Database, routine: string): Promise<0> {
  await asJob(db, (sql) => sql.unsafe(`select private.${routine}()`))
  return 0
}

/** Calls a function of the schema `private` that does a batch, and gives how much it was. */
async function batch(db: Database, routine: string): Promise<number> {
  const [row] = await asJob(db, (sql) =>
    sql.unsafe<{ done: number }[]>(`select private.${routine}()::int as done`),
  )
  return row?.done ?? 0
}
