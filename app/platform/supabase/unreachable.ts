// Whether a request failed because the site could not be reached: then a message about the connection helps.
import { toastFailure } from '#app/ui/feedback/toast.ts'

/** The messages of a failed `fetch` in Chromium, Firefox and Safari. */
const NO_ANSWER = /failed to fetch|networkerror|load failed/i

/** The message for an act that did not reach the site. */
const OFFLINE = 'The site could not be reached, and nothing was changed. Check your connection and try again.'

/** @param error thrown by `fetch`, or wrapped by the official client */
export function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('message' in error)) return false
  const { message } = error
  if (typeof message !== 'string' || !NO_ANSWER.test(message)) return false
  return error instanceof TypeError || message.startsWith('TypeError:')
}

/** Shows a toast for an act that failed and was rolled back. @param text unless the site could not be reached */
export function toastRefused(title: string, error: unknown, text: string): void {
  console.warn(title, error)
  toastFailure(title, isUnreachable(error) ? OFFLINE : text)
}
