// What the API refused, in words for the user: at a field, in a form, or as a toast of the administration (SPEC.md
// section 8).
import { messageOf } from '#app/platform/supabase/api-error.ts'
import { NothingChanged } from '#app/platform/supabase/compare-and-swap.ts'
import { UNAUTHORIZED } from '#app/platform/supabase/unauthorized.ts'
import { inPageLanguage } from '#app/platform/words/refused.ts'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { CONSTRAINT_MESSAGES, constraintOf } from '#shared/constraint-messages.ts'
import * as t from '#words/platform-more.ts'
import { refusedBySanction } from './sanctioned.ts'

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
  const sanctioned = refusedBySanction(error)
  if (sanctioned) return { constraint: null, message: sanctioned }
  if (OWN_WORDS.test(error.code)) {
    const said = inPageLanguage(error.message)
    return { constraint: constraintOf(said), message: said }
  }
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

/** @returns tells 'Error' / 'Failed to delete thread: {message}'. @param what e.g. 'delete thread' */
export function failedTo(what: string): (error: unknown) => void {
  return (error) => {
    console.warn(`failed to ${what}`, error)
    toastFailure(t.error, t.failedTo(what, refusalOf(error)?.message ?? errorMessage(error)))
  }
}

/** The message of an error, in SPEC.md's words where it has some. */
export function errorMessage(error: unknown): string {
  const sanctioned = refusedBySanction(error)
  if (sanctioned) return sanctioned
  // A policy does not refuse an update; it hides the row.
  if (error instanceof NothingChanged) return UNAUTHORIZED
  return inPageLanguage(messageOf(error))
}

/**
 * A form's `onRefused`: the database's refusal is shown at `field`, any other error as a toast.
 * @param what e.g. 'mute the guest'
 */
export function refusedAt<Field extends string>(field: Field, what: string) {
  return (error: unknown): Partial<Record<Field, string>> => {
    const refusal = refusalOf(error)
    if (refusal) return { [field]: refusal.message } as Record<Field, string>
    failedTo(what)(error)
    return {}
  }
}
