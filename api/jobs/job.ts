// What a background job is. jobs.ts says how to add one.
import { PoolTimeout } from '../database/scope.ts'
import type { Logger } from '../log.ts'

type Work = {
  /** Unique among all jobs; the name that the queue and the log know it by. */
  name: string
  /**
   * Does one batch, in transactions of its own (`asJob`, a statement within a second), and gives how many things it
   * did: as long as that is more than 0 it is called again at once. Safe to run twice at once: what is taken is
   * locked (`for update skip locked`).
   */
  run: () => Promise<number>
}

export type ScheduledJob = Work & {
  /** Five fields of a crontab line, in UTC. */
  schedule: string
  /** A firing that was missed, because no process ran, is made up for at a start within as many hours. */
  catchUpHours?: number
}

export type FrequentJob = Work & {
  /** Seconds between two looks, for work that cannot wait for the next minute. */
  schedule: { everySeconds: number }
}

export type Job = ScheduledJob | FrequentJob

/** A scheduled job that is not done by then is queued again, so that a task never runs for long. */
const RUN_FOR_MS = 4 * 60_000

/** Runs batches until one was empty. @returns false when it ended before, for the time or for `stopping` */
export async function untilDone({ run }: Pick<Job, 'run'>, stopping?: AbortSignal): Promise<boolean> {
  const end = performance.now() + RUN_FOR_MS
  while ((await run()) > 0) {
    if (stopping?.aborted || performance.now() > end) return false
  }
  return true
}

/** A database that does not answer is said once, by its heartbeat, and not by each job. */
export function logFailure(log: Logger, job: Job, error: unknown): void {
  log[error instanceof PoolTimeout ? 'warn' : 'error']({ err: error, job: job.name }, 'job.failed')
}
