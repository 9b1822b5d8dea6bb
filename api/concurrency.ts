// Limits the concurrency of work: of what is expensive in memory and time, and of reading the same state again.
import pLimit from 'p-limit'

/**
 * Runs a limited number of tasks at a time, in order of arrival.
 * @param bounds.refusal error of a task that arrives while `waiting` others are queued
 */
export function limitConcurrency(bounds: {
  atOnce: number
  waiting: number
  refusal: () => Error
}): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(bounds.atOnce)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= bounds.atOnce + bounds.waiting) throw bounds.refusal()
    return limit(work)
  }
}

/**
 * Runs `work` once at a time. A call during a run waits for the next run, together with all other such calls, so a run
 * always begins after the call, and its result is never replaced by that of an earlier one.
 */
export function runLatest<T>(work: () => Promise<T>): () => Promise<T> {
  const limit = pLimit(1)
  let next: Promise<T> | null = null
  return () => {
    next ??= limit(() => {
      next = null
      return work()
    })
    return next
  }
}
