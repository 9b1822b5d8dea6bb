// Runs background work: graphile-worker on the site's own PostgreSQL. What is scheduled runs once per cluster, by
// whichever node is free; what is queued in a transaction outlives the process. A failure is logged in one line and
// tried again with growing pauses. What a job is, and how to add one, stands at the head of jobs.ts.
//
// It runs as the database's owner, on connections of its own, and touches the schema graphile_worker alone: its
// tables are under row security without a policy, so that only their owner can work with them, and the pool's role
// owns nothing. What a job does goes through api/database/scope.ts like everything else.
import { setTimeout as sleep } from 'node:timers/promises'
import { type JobHelpers, parseCronItems, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { runFrequently } from './frequent.ts'
import { type FrequentJob, type Job, logFailure, type ScheduledJob, untilDone } from './job.ts'
import { openQueuePool } from './queue-pool.ts'

const AT_ONCE = 4
/** LISTEN, the frequent jobs' lock, and one per concurrent task. */
const CONNECTIONS = AT_ONCE + 2
const LOOK_EVERY_MS = 2_000
const ANSWER_WITHIN_MS = 10_000
const CLOSE_WITHIN_MS = 2_000
/** No task runs this long (RUN_FOR_MS in job.ts): its process was killed. */
const ABANDONED_AFTER_MS = 6 * 60_000
/** An e-mail contains an address, so one that failed 14 times is deleted. */
const FAILED_KEPT_DAYS = 7
/** Emails have priorities from 0 up. A lower number goes first. */
const BEFORE_MAIL = -10
/** The next run starts afresh. */
const MOST_TRIES = 8

const FREQUENT = 'frequent jobs'
const FORGET = 'forget failed'
const RELEASE = 'release'
const RELEASE_ALL = 'release all'

/** Counts of tasks in the queue of the whole site: e-mails and jobs. */
export type QueueState = {
  /** Due, and not begun. */
  waiting: number
  running: number
  /** Due later: scheduled, or tried again. */
  later: number
  /** Given up. */
  failed: number
  /** How long the one that has been due for longest waits; 0: none waits. */
  oldestSeconds: number
}

const QUEUE_STATE = `
  select count(*) filter (where not ended and locked_at is null and run_at <= now())::int as waiting,
    count(*) filter (where locked_at is not null)::int as running,
    count(*) filter (where not ended and locked_at is null and run_at > now())::int as later,
    count(*) filter (where ended and locked_at is null)::int as failed,
    coalesce(extract(epoch from now() - min(run_at) filter
      (where not ended and locked_at is null and run_at <= now())), 0)::float8 as "oldestSeconds"
  from (select run_at, locked_at, attempts >= max_attempts as ended from graphile_worker.jobs) as task`

export type Worker = {
  /** What the queue holds now. @throws when the database does not answer */
  queue(): Promise<QueueState>
  /** Waits for the running batches and emails, and leaves the rest to another node or the next start. */
  stop(): Promise<void>
}

/**
 * Installs the queue's schema where it is missing and starts working.
 * @param options.pace factor of the pauses of frequent jobs
 * @param options.mail sends one queued email; what it throws is tried again, 14 times in about a day. It logs its
 *   failures itself, in words that tell no address.
 * @param options.alone no other process works on this database, so that a job that was begun before this start is free
 */
export async function startWorker(options: {
  db: Database
  log: Logger
  jobs: readonly Job[]
  pace?: number
  mail: (task: unknown) => Promise<void>
  alone: boolean
}): Promise<Worker> {
  const { db, log, jobs, pace = 1, mail, alone } = options
  const started = new Date()
  const stopping = new AbortController()
  const scheduled = jobs.filter((job): job is ScheduledJob => typeof job.schedule === 'string')
  const frequent = jobs.filter((job): job is FrequentJob => typeof job.schedule !== 'string')
  const pool = openPool(db.ownerUrl)
  const tasks: TaskList = {
    ...Object.fromEntries(scheduled.map((job) => [job.name, taskOf(job, log, stopping.signal)])),
    mail,
    // A node of an earlier release may have queued it.
    [FREQUENT]: () => undefined,
    [RELEASE]: (_, helpers) => release(helpers, new Date(Date.now() - ABANDONED_AFTER_MS)),
    [RELEASE_ALL]: (_, helpers) => release(helpers, started),
    [FORGET]: (_, helpers) => forgetFailed(helpers),
  }
  const runner = await run({
    pgPool: pool,
    concurrency: AT_ONCE,
    pollInterval: LOOK_EVERY_MS,
    noHandleSignals: true,
    parsedCronItems: parseCronItems([
      ...scheduled.map((job) => cronItem(job.name, job.schedule, job.catchUpHours)),
      cronItem(RELEASE, '*/5 * * * *'),
      cronItem(FORGET, '17 * * * *', 1),
    ]),
    // Failures are logged by the tasks.
    logger: new WorkerLogger(() => () => undefined),
    taskList: tasks,
  })
  // Ends only by stop(); it waits while the database is away.
  runner.promise.catch(() => undefined)
  const now = (task: string) => runner.addJob(task, {}, { jobKey: task, priority: BEFORE_MAIL })
  if (alone) await now(RELEASE_ALL)
  await now(FORGET)
  const frequently = runFrequently(
    pool,
    frequent.map((job) => atPace(job, pace)),
    log,
    stopping.signal,
  )
  return {
    queue: async () => {
      const { rows } = await pool.query<QueueState>(QUEUE_STATE)
      return rows[0] as QueueState
    },
    stop: async () => {
      stopping.abort()
      await Promise.all([runner.stop(), frequently])
      await Promise.race([pool.end(), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

function atPace(job: FrequentJob, pace: number): FrequentJob {
  return { ...job, schedule: { everySeconds: job.schedule.everySeconds * pace } }
}

/** @param catchUpHours a firing that no process was there for is made up for within this time */
function cronItem(task: string, match: string, catchUpHours = 0) {
  return {
    task,
    match,
    identifier: task,
    options: {
      backfillPeriod: catchUpHours * 3_600_000,
      maxAttempts: MOST_TRIES,
      priority: BEFORE_MAIL,
      // A new run replaces one that waits for a retry.
      jobKey: task,
      jobKeyMode: 'replace' as const,
    },
  }
}

function taskOf(job: ScheduledJob, log: Logger, stopping: AbortSignal) {
  return async (_payload: unknown, helpers: JobHelpers) => {
    try {
      const isDone = await untilDone(job, stopping)
      if (!isDone) await helpers.addJob(job.name, {}, { jobKey: job.name, priority: BEFORE_MAIL })
    } catch (error) {
      logFailure(log, job, error)
      throw error
    }
  }
}

function openPool(connectionString: string): Pool {
  return openQueuePool({
    connectionString,
    max: CONNECTIONS,
    application_name: 'arthachowk jobs',
    keepAlive: true,
    // A dead connection never answers. All of the queue's statements are short.
    query_timeout: ANSWER_WITHIN_MS,
    // Releases the frequent jobs' lock half a minute after its holder's machine disappeared.
    onConnect: (client) =>
      client.query(
        'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4; set tcp_user_timeout = 30000',
      ),
  })
}

/** Requeues jobs that a process began before `before` and that is gone. */
async function release(helpers: JobHelpers, before: Date): Promise<void> {
  await helpers.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs where locked_at < $1 having count(*) > 0`,
    [before],
  )
}

async function forgetFailed(helpers: JobHelpers): Promise<void> {
  await helpers.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where attempts >= max_attempts and locked_at is null and updated_at < now() - make_interval(days => $1)
     having count(*) > 0`,
    [FAILED_KEPT_DAYS],
  )
}
