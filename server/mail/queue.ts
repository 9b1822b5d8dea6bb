// The queue between a request and the mail server: graphile-worker on the site's own PostgreSQL. A job is added in
// the transaction of what it is about, outlives the process, is tried again with growing pauses, and is done by one
// node of those that share the database.
//
// It runs as the database's owner, on connections of its own, and touches the schema graphile_worker alone: its
// tables are under row security without a policy, so that only their owner can work with them, and the pool's role
// owns nothing. Identity reaches it through the function auth.queue_mail; what a job does to accounts goes through
// server/database/scope.ts like everything else.
import { type JobHelpers, parseCronItems, run, Logger as WorkerLogger } from 'graphile-worker'
import { Pool } from 'pg'
import type { Database } from '../database/database.ts'

/** One for LISTEN, one for each job at once, one to spare. */
const CONNECTIONS = 4
const AT_ONCE = 2
const LOOK_EVERY_MS = 2_000
/** No mail takes so long: whoever holds a job for longer was killed with it in hand. */
const ABANDONED_AFTER_MS = 5 * 60_000
/** A letter names its reader: one that could not be sent in 14 tries is not kept for good. */
const FAILED_KEPT_DAYS = 7
const FORGET = 'forget failed'

/**
 * Installs the queue's schema where it is missing and starts working.
 * @param work does one job; what it throws is tried again, 14 times in about a day
 * @param alone no other process works on this database, so that a job that was begun before this start is free
 * @returns stops: waits for running jobs, leaves the others to the next start
 */
export async function startQueue(
  db: Database,
  work: (task: unknown) => Promise<void>,
  { alone }: { alone: boolean },
): Promise<() => Promise<void>> {
  const started = new Date()
  const pool = openPool(db.ownerUrl)
  const runner = await run({
    pgPool: pool,
    concurrency: AT_ONCE,
    pollInterval: LOOK_EVERY_MS,
    noHandleSignals: true,
    parsedCronItems: parseCronItems([
      { task: 'release', match: '*/5 * * * *' },
      { task: FORGET, match: '17 * * * *' },
    ]),
    // What fails is logged by whoever does the work, in words that tell no address.
    logger: new WorkerLogger(() => () => undefined),
    taskList: {
      mail: (task) => work(task),
      release: (_, helpers) => release(helpers, new Date(Date.now() - ABANDONED_AFTER_MS)),
      'release all': (_, helpers) => release(helpers, started),
      [FORGET]: (_, helpers) => forgetFailed(helpers),
    },
  })
  // It ends only by stop(); if the database is gone for longer it waits for it.
  runner.promise.catch(() => undefined)
  if (alone) await runner.addJob('release all', {}, { jobKey: 'release all' })
  await runner.addJob(FORGET, {}, { jobKey: FORGET })
  return async () => {
    await runner.stop()
    await pool.end()
  }
}

/**
 * Connections that are ours to end: the library drops its own without waiting, and one that is still open when
 * PostgreSQL stops would end the process with its complaint.
 */
function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: CONNECTIONS })
  // A lost connection is opened anew by the next look at the queue.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Gives jobs back that were begun before `before` by a process that is no more. */
async function release(helpers: JobHelpers, before: Date): Promise<void> {
  await helpers.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs where locked_at < $1 having count(*) > 0`,
    [before],
  )
}

/** Deletes jobs that failed for the last time long ago. */
async function forgetFailed(helpers: JobHelpers): Promise<void> {
  await helpers.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where attempts >= max_attempts and locked_at is null and updated_at < now() - make_interval(days => $1)
     having count(*) > 0`,
    [FAILED_KEPT_DAYS],
  )
}
