// Bounds work that costs so much memory and time that doing all of it at once would serve nobody.
import pLimit from 'p-limit'

/**
 * Runs a bounded number of tasks at a time, in the order in which they came.
 * @param bounds.refusal the error of a task that comes while `waiting` others wait
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
