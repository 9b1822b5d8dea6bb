// Work of less than a minute. A crontab knows minutes, and a queued task for each second would be a write and a
// NOTIFY for each second in which nothing is to be done. So one task, fired each minute, loops until the minute is
// over, and an advisory lock lets one node of the cluster do so at a time. A node that dies takes its lock along:
// the next minute's task finds it free.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Logger } from '../log.ts'
import { type FrequentJob, logFailure } from './job.ts'

/** Any number will do, as long as every node of every release takes the same. */
const LOCK = 718_201_127
const MINUTE_MS = 60_000
/** For a holder whose last batch takes a while, and for clocks that differ. */
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
    // A connection that is gone has no lock.
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
