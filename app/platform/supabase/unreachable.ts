// Whether something failed because the site could not be reached at all: then the fault is nobody's here, and words
// about the connection help, where an apology doesn't.
import { toastFailure } from '#app/ui/feedback/toast.ts'

/** What browsers say when a request got no answer: Chromium, Firefox, Safari. */
const NO_ANSWER = /failed to fetch|networkerror|load failed/i

/** What somebody is told whose act did not reach the site. */
const OFFLINE = 'The site could not be reached, and nothing was changed. Check your connection and try again.'

/** @param error what `fetch` threw, bare or as the official client passes it on */
export function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('message' in error)) return false
  const { message } = error
  if (typeof message !== 'string' || !NO_ANSWER.test(message)) return false
  return error instanceof TypeError || message.startsWith('TypeError:')
}

/** Says that an act was refused, and was taken back. @param text what to say unless the site could not be reached */
export function toastRefused(title: string, error: unknown, text: string): void {
  console.warn(title, error)
  toastFailure(title, isUnreachable(error) ? OFFLINE : text)
}
