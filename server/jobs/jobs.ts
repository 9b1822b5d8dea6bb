// Work on a clock. Each job runs on every node and is safe to run twice at once.
import { forgetOldSessions } from '../auth/forget.ts'
import type { Database } from '../database/database.ts'
import { asService } from '../database/scope.ts'
import type { Logger } from '../log.ts'

const EVERY_SECOND = 1_000
const EVERY_TEN_SECONDS = 10 * 1_000
const EVERY_HALF_HOUR = 30 * 60 * 1_000

type Job = { name: string; every: number; run: () => Promise<unknown> }

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
      name: 'forget old changes',
      every: EVERY_HALF_HOUR,
      run: () => asService(db, (sql) => sql`select private.prune_changes()`),
    },
    {
      name: 'delete old notifications',
      every: EVERY_HALF_HOUR,
      run: () => asService(db, (sql) => sql`select private.prune_notifications()`),
    },
    { name: 'forget old sessions', every: EVERY_HALF_HOUR, run: () => forgetOldSessions(db) },
    {
      name: 'delete expired chat messages',
      every: EVERY_HALF_HOUR,
      run: () => asService(db, (sql) => sql`select private.delete_expired_chat()`),
    },
    {
      name: 'publish articles that are due',
      every: EVERY_TEN_SECONDS,
      run: () => asService(db, (sql) => sql`select private.publish_due_articles()`),
    },
  ]
  const running = new Set<Promise<unknown>>()
  const clocks = jobs.map((job) => {
    let busy = false
    return setInterval(() => {
      if (busy) return
      busy = true
      const work: Promise<unknown> = job
        .run()
        .catch((error: unknown) => log.error({ err: error, job: job.name }, 'job failed'))
        .finally(() => {
          busy = false
          running.delete(work)
        })
      running.add(work)
    }, job.every)
  })
  return async () => {
    for (const clock of clocks) clearInterval(clock)
    await Promise.allSettled(running)
  }
}
