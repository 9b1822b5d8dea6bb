// Translates the API's error of a write to a message for the user; none if the user cannot fix it.
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'

export type Refusal = {
  /** The violated constraint's name, which tells the field. */
  constraint: string | null
  message: string
}

const CONSTRAINT_CLASSES = ['23514', '23505']
/** Raised by our own SQL (`PTnnn`), with messages for users. */
const OWN_WORDS = /^PT4\d\d$/

/** The user's message for an error; null if the user cannot fix it. */
export function refusalOf(error: unknown): Refusal | null {
  if (!isContractError(error)) return null
  if (OWN_WORDS.test(error.code)) return { constraint: null, message: error.message }
  if (!CONSTRAINT_CLASSES.includes(error.code)) return null
  const constraint = /constraint "([^"]+)"/.exec(error.message)?.[1] ?? null
  const message = constraint ? CONSTRAINT_MESSAGES[constraint] : undefined
  return message ? { constraint, message } : null
}

/** The API's errors, as the official client throws them, have an SQLSTATE. */
function isContractError(error: unknown): error is { code: string; message: string } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  )
}
