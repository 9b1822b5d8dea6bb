// Jobs that run more often than once a minute. Cron has a resolution of a minute, and a queued task per second would
// cost a write and a NOTIFY each. So one task, fired every minute, loops until the minute is over, and an advisory
// lock ensures that one node does so at a time. A node that dies releases its lock.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Logger } from '../log.ts'
import { type FrequentJob, logFailure } from './job.ts'

/** Arbitrary, but the same on every node of every release. */
const LOCK = 718_201_127
const MINUTE_MS = 60_000
/** Allows for a long last batch of the holder, and for clock differences. */
const WAIT_FOR_LOCK_MS = 5_000
const LONGEST_PAUSE_MS = 60_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Runs `jobs` until the minute is over, unless another node does.
 * @param client a connection whose session holds the lock; losing it ends the work
 * @param stopping ends the work after the running batches
 */
export async function runFrequently(
  client: PoolClient,
  jobs: readonly FrequentJob[],
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  if (!(await takeLock(client))) return
  const lost = new AbortController()
  const onEnd = () => lost.abort()
  client.once('end', onEnd)
  const left = MINUTE_MS - (Date.now() % MINUTE_MS)
  const over = AbortSignal.any([stopping, lost.signal, AbortSignal.timeout(left)])
  try {
    await Promise.all(jobs.map((job) => repeat(job, log, over)))
  } finally {
    client.off('end', onEnd)
    // A lost connection holds no lock.
    if (!lost.signal.aborted) {
      await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    }
  }
}

async function takeLock(client: PoolClient): Promise<boolean> {
  try {
    await client.query(`set lock_timeout = ${WAIT_FOR_LOCK_MS}`)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return true
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false
    throw error
  } finally {
    await client.query('reset lock_timeout').catch(() => undefined)
  }
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
