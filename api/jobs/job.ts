// The type of a background job. server/jobs.ts explains how to add one.
import { isUnavailable } from '../database/session-refusal.ts'
import type { Logger } from '../log.ts'

type JobDefinition = {
  /** Unique; used by the queue and the log. */
  name: string
  /**
   * Runs one batch, in its own transactions (`asJob`, statements under a second), and returns the number of items
   * done; called again until it returns 0. Must be safe to run concurrently: items are locked (`for update skip
   * locked`).
   */
  run: () => Promise<number>
}

export type ScheduledJob = JobDefinition & {
  schedule: string
  /** A run that was missed while no process was up is made up for within this many hours. */
  catchUpHours?: number
}

export type FrequentJob = JobDefinition & {
  /** Seconds between runs, for work that cannot wait for the next minute. */
  schedule: { everySeconds: number }
}

export type Job = ScheduledJob | FrequentJob

/** A job that is not done by then is queued again, so that no task runs for long. */
const RUN_FOR_MS = 4 * 60_000

/** Runs batches until one is empty. @returns false when stopped early by time or `stopping` */
export async function untilDone({ run }: Pick<Job, 'run'>, stopping?: AbortSignal): Promise<boolean> {
  const end = performance.now() + RUN_FOR_MS
  while ((await run()) > 0) {
    if (stopping?.aborted || performance.now() > end) return false
  }
  return true
}

/** An unresponsive database is logged once, by the heartbeat, and only as a warning by each job. */
export function logFailure(log: Logger, job: Job, error: unknown): void {
  log[isUnavailable(error) ? 'warn' : 'error']({ err: error, job: job.name }, 'job.failed')
}
