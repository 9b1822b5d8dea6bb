// What the user is told when an act fails: before the write was done, or after it.
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'

/** The messages of a failed `fetch` in Chromium, Firefox and Safari. */
const NO_ANSWER = /failed to fetch|networkerror|load failed/i

/** The message for an act that did not reach the site. */
const OFFLINE = 'The site could not be reached, and nothing was changed. Check your connection and try again.'

/** Whether the site could not be reached. @param error thrown by `fetch`, or wrapped by the official client */
export function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('message' in error)) return false
  const { message } = error
  if (typeof message !== 'string' || !NO_ANSWER.test(message)) return false
  return error instanceof TypeError || message.startsWith('TypeError:')
}

/** @returns tells that an act was not done, and everything is as before. @param text if the site could be reached */
export function notDone(title: string, text: string): (error: unknown) => void {
  return (error) => {
    console.warn(title, error)
    toastFailure(title, isUnreachable(error) ? OFFLINE : text)
  }
}

/** For a choice of the member: a toggle, a preference. */
export const choiceNotSaved = notDone('Not saved', 'There was an error saving your choice. Please try again.')

/** For an error that the act does not expect: a file of the page or a response failed to load. */
export function toastNotWorked(error: unknown): void {
  console.warn('an act failed', error)
  toastFailure('That did not work', 'Check your connection and try again.')
}

/** For what failed after the write was done. Trying again would do it twice. */
export function toastDoneBut(error: unknown): void {
  console.warn('what was done could not be shown', error)
  toast({ title: 'Done', text: 'It could not be shown here. Reload the page to see it.' })
}
