// What a search that was refused or failed means to the person who searched.
import { inWords } from '#app/lib/retry-after.ts'

/** The statement was ended because it took too long. */
const TOO_LONG = '57014'

/** Asked too often: when to come back. */
export class TooManySearches extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super(tooManyText(seconds))
    this.seconds = seconds
  }
}

/** The words for who asked too often. */
export function tooManyText(seconds: number): string {
  return `That was a lot of searches in a short time. Please try again ${inWords(seconds)}.`
}

/** The words for any other failure. */
export function failureText(error: unknown): string {
  if (error instanceof TooManySearches) return error.message
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  if (code === TOO_LONG) return 'That search took too long. Try fewer or rarer words, or a filter.'
  return 'The search did not answer. Please try again.'
}
