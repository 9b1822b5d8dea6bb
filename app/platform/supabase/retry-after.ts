// When a refused visitor may try again. The client's errors carry no headers, so that the one who fetches
// notes what the last 429 said, and the form asks here.

const UNSAID_SECONDS = 60

let until = 0

/** Notes the Retry-After of a 429; a minute when it has none. */
export function noteRateLimit(response: Pick<Response, 'headers'>, now: number): void {
  until = now + retrySeconds(response.headers.get('retry-after'), now) * 1_000
}

/** When the next try may come, in milliseconds since 1970; a second from now at the earliest. */
export function retryAt(now: number): number {
  return Math.max(until, now + 1_000)
}

/** How long until the next try: 'in 45 seconds', 'in 3 minutes'. */
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

/** Rounded up, so that who waits as told is not refused again. */
export function inWords(seconds: number): string {
  if (seconds < 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `in ${minutes} minutes`
  return `in ${Math.ceil(minutes / 60)} hours`
}
