// Jobs that run more often than once a minute. graphile-worker's crontab has a resolution of a minute, a queued task per
// second would cost a write and a NOTIFY each, and a task whose process was killed stays locked. So each node asks for an
// advisory lock, and the one that holds it runs the jobs. PostgreSQL releases the lock when its holder's connection ends.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from '../log.ts'
import { type FrequentJob, logFailure } from './job.ts'

/** Arbitrary, but the same on every node of every release. */
export const FREQUENT_LOCK = 718_201_127
/** How often the other nodes ask for the lock, and its holder whether its connection still answers. */
const ASK_EVERY_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Runs `jobs` whenever no other node does, until `stopping`; then ends after the running batches.
 * @param pool one of its connections holds the lock; losing it ends the work until there is another one
 */
export async function runFrequently(
  pool: Pool,
  jobs: readonly FrequentJob[],
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    // An unresponsive database is logged by the heartbeat.
    const client = await pool.connect().catch(() => null)
    if (client) {
      await runWithLock(client, jobs, log, stopping).catch(() => undefined)
      // Ends the session, and the lock with it.
      client.release(true)
    }
    await pause(stopping)
  }
}

async function runWithLock(
  client: PoolClient,
  jobs: readonly FrequentJob[],
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  while (!(await takesLock(client))) {
    await pause(stopping)
    if (stopping.aborted) return
  }
  const lost = new AbortController()
  const over = AbortSignal.any([stopping, lost.signal])
  client.once('end', () => lost.abort())
  const running = Promise.all(jobs.map((job) => repeat(job, log, over)))
  while (!over.aborted) {
    await pause(over)
    await client.query('select 1').catch(() => lost.abort())
  }
  await running
}

async function takesLock(client: PoolClient): Promise<boolean> {
  // A statement that waited for the lock would keep VACUUM from removing what died meanwhile.
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    FREQUENT_LOCK,
  ])
  return rows[0]?.taken === true
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined)
}

async function repeat(job: FrequentJob, log: Logger, over: AbortSignal): Promise<void> {
  const usual = job.schedule.everySeconds * 1_000
  let failures = 0
  while (!over.aborted) {
    let pause = usual
    try {
      if ((await job.run()) > 0) pause = 0
      failures = 0
    } catch (error) {
      logFailure(log, job, error)
      failures += 1
      pause = Math.min(Math.max(usual, 1_000) * 2 ** failures, LONGEST_PAUSE_MS)
    }
    await sleep(pause, undefined, { signal: over }).catch(() => undefined)
  }
}
