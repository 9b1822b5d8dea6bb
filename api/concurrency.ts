// Limits the concurrency of work that is expensive in memory and time.
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
