// What the community does on a clock. Identity's own is in server/auth/forget.ts.
import type { Database } from '../database/database.ts'
import { asService } from '../database/scope.ts'
import type { Logger } from '../log.ts'
import {
  EVERY_DAY,
  EVERY_HALF_HOUR,
  EVERY_SECOND,
  EVERY_TEN_SECONDS,
  type Job,
  startClocks,
  untilNothing,
} from './clock.ts'

/** Functions of the schema `private` that delete a piece of what is too old, and say how much it was. */
const FORGETTING = {
  'forget old changes': 'prune_changes',
  'delete old notifications': 'prune_notifications',
  'delete expired chat messages': 'delete_expired_chat',
  'forget contact messages': 'forget_contact_messages',
  'forget newsletter addresses': 'forget_newsletter_addresses',
  'forget decided reports': 'forget_reports',
  'erase closed accounts': 'erase_closed_accounts',
} as const

/** Starts the clocks. @returns stops them and waits for what runs */
export function startJobs(db: Database, log: Logger): () => Promise<void> {
  const jobs: Job[] = [
    {
      name: 'add up thread views',
      every: EVERY_SECOND,
      run: () => asService(db, (sql) => sql`select private.flush_thread_views()`),
    },
    {
      name: 'fold view counts',
      every: EVERY_HALF_HOUR,
      run: () => asService(db, (sql) => sql`select private.fold_view_counts()`),
    },
    {
      name: 'publish articles that are due',
      every: EVERY_TEN_SECONDS,
      run: () => asService(db, (sql) => sql`select private.publish_due_articles()`),
    },
    {
      name: 'count the posts of a day that is over',
      every: EVERY_TEN_SECONDS,
      run: () => asService(db, (sql) => sql`select private.keep_post_day()`),
    },
    {
      name: 'forget pictures that nothing shows',
      every: EVERY_DAY,
      run: () => forget(db, 'forget_pictures'),
    },
    ...Object.entries(FORGETTING).map(([name, routine]) => ({
      name,
      every: EVERY_HALF_HOUR,
      run: () => untilNothing(() => forget(db, routine)),
    })),
  ]
  return startClocks(jobs, log)
}

async function forget(db: Database, routine: string): Promise<number> {
  const [row] = await asService(db, (sql) =>
    sql.unsafe<{ gone: number }[]>(`select private.${routine}()::int as gone`),
  )
  return row?.gone ?? 0
}
