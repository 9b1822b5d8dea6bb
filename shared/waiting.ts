// Words for visitors who are asked to wait, by the server and by the app.

import * as words from '#words/shared.ts'
import * as t from '#words/waiting.ts'

/**
 * The beginning of the server's answer to a request for a page's data that a proof of work would admit, in any language
 * (server/pages/moment-page.ts). The app then opens the page's own address, which computes one
 * (app/shell/error-response.tsx).
 */
export const WAITS_FOR_PROOF = words.oneMomentPlease

/** The message for a visitor over the limit of searches. @param when 'in 45 seconds' */
export const tooManySearches = t.tooManySearches

/** Those of the page's language. */
const OWN = { inSeconds: t.inSeconds, inMinutes: t.inMinutes, inHours: t.inHours }

/**
 * Rounded up, so that a visitor who waits as told is not refused again: 'in 45 seconds', 'in 3 minutes'.
 * @param words of another language than the page's: the server has all of them
 */
export function inWords(seconds: number, words = OWN): string {
  if (seconds < 90) return words.inSeconds(seconds)
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return words.inMinutes(minutes)
  return words.inHours(Math.ceil(minutes / 60))
}
