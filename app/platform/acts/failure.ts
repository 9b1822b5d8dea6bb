// What the user is told when an act fails: before the write was done, or after it.
import { toastFailure } from '#app/ui/feedback/toast.ts'
import * as t from '#words/platform.ts'
import { refusedBySanction } from './sanctioned.ts'

/** The messages of a failed `fetch` in Chromium, Firefox and Safari. */
const NO_ANSWER = /failed to fetch|networkerror|load failed/i

/** The message for an act that did not reach the site. */
const OFFLINE = t.theSiteCouldNotBe

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
    toastFailure(title, isUnreachable(error) ? OFFLINE : (refusedBySanction(error) ?? text))
  }
}
