// The message for a visitor over the rate limit of searches.
import { inWords } from '#app/platform/supabase/retry-after.ts'

/** @param seconds until the next search is allowed */
export function tooManySearches(seconds: number): string {
  return tooManySearchesUntil(inWords(seconds))
}

/** @param when 'in 45 seconds' */
export function tooManySearchesUntil(when: string): string {
  return `That was a lot of searches in a short time. Please try again ${when}.`
}
