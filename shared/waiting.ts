// Words for visitors who are asked to wait, by the server and by the app.

/**
 * The server's answer to a request for a page's data that a proof of work would admit (server/pages/moment-page.ts). The
 * app then opens the page's own address, which computes one (app/shell/error-response.tsx).
 */
export const WAITS_FOR_PROOF = 'One moment, please'

/** The message for a visitor over the limit of searches. @param when 'in 45 seconds' */
export function tooManySearches(when: string): string {
  return `That was a lot of searches in a short time. Please try again ${when}.`
}

/** Rounded up, so that a visitor who waits as told is not refused again: 'in 45 seconds', 'in 3 minutes'. */
export function inWords(seconds: number): string {
  if (seconds < 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `in ${minutes} minutes`
  return `in ${Math.ceil(minutes / 60)} hours`
}
