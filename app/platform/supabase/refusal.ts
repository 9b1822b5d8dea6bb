// What the contract's refusal of a write means to the person who wrote: a message that they can act on, or
// none, when the fault is ours or the network's.
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'

export type Refusal = {
  /** The broken constraint's name, so that the message can stand at its field. */
  constraint: string | null
  message: string
}

const CONSTRAINT_CLASSES = ['23514', '23505']
/** Raised by our own SQL (`PTnnn`), whose words are for people. */
const OWN_WORDS = /^PT4\d\d$/

/** Reads the reason out of what a write threw; null when there is none that a person could act on. */
export function refusalOf(error: unknown): Refusal | null {
  if (!isContractError(error)) return null
  if (OWN_WORDS.test(error.code)) return { constraint: null, message: error.message }
  if (!CONSTRAINT_CLASSES.includes(error.code)) return null
  const constraint = /constraint "([^"]+)"/.exec(error.message)?.[1] ?? null
  const message = constraint ? CONSTRAINT_MESSAGES[constraint] : undefined
  return message ? { constraint, message } : null
}

/** The contract's errors, as the official client throws them, carry an SQLSTATE. */
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
