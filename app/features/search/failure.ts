// What a search that was refused or failed means to the person who searched.
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { tooManySearchesUntil } from '#app/platform/too-many-searches.ts'

/** The statement was ended because it took too long. */
const TOO_LONG = '57014'
const TOO_MANY = 'over_request_rate_limit'

/** The words for a search that threw. */
export function failureText(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  if (code === TOO_MANY) return tooManySearchesUntil(retryText(Date.now()))
  if (code === TOO_LONG) return 'That search took too long. Try fewer or rarer words, or a filter.'
  return 'The search did not answer. Please try again.'
}
