// Lets a few through at a time and keeps the order of the rest: for work that costs so much memory and time that
// doing all of it at once would serve nobody.
import { AuthError } from './errors.ts'

const COME_AGAIN_SECONDS = '2'

/** Runs `work` when there is room. @throws AuthError 429 when `waiting` others wait already */
export function createTurnstile(bounds: {
  atOnce: number
  waiting: number
}): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside < bounds.atOnce) inside += 1
    else if (waiting.length < bounds.waiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else {
      const message = 'Request rate limit reached'
      throw new AuthError(429, 'over_request_rate_limit', message, { retryAfter: COME_AGAIN_SECONDS })
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Whoever leaves hands the place on, so that nobody slips in between.
      if (next) next()
      else inside -= 1
    }
  }
}
