// When a rate-limited visitor may retry. The client's errors have no headers, so `fetch` stores the Retry-After of the
// last 429 here.
import { inWords } from '#shared/waiting.ts'

const UNSAID_SECONDS = 60

let until = 0

/** Stores the Retry-After of a 429; the default is a minute. */
export function noteRateLimit(response: Pick<Response, 'headers'>, now: number): void {
  until = now + retrySeconds(response.headers.get('retry-after'), now) * 1_000
}

/** The time of the next attempt, in milliseconds since 1970; at least a second from now. */
export function retryAt(now: number): number {
  return Math.max(until, now + 1_000)
}

/** The time until the next attempt: 'in 45 seconds', 'in 3 minutes'. */
export function retryText(now: number): string {
  return inWords(Math.max(1, Math.ceil((until - now) / 1_000)))
}

/** Retry-After is seconds or a date (RFC 9110, section 10.2.3). */
export function retrySeconds(header: string | null, now: number): number {
  if (header === null || header.trim() === '') return UNSAID_SECONDS
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(1, Math.ceil(seconds))
  const date = Date.parse(header)
  return Number.isNaN(date) ? UNSAID_SECONDS : Math.max(1, Math.ceil((date - now) / 1_000))
}
