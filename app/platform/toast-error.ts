// Error messages of the administration (SPEC.md section 8).

import { NothingChanged } from '#app/platform/supabase/compare-and-swap.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { UNAUTHORIZED } from '#app/platform/supabase/unauthorized.ts'
import { toastFailure } from '#app/ui/feedback/toast.ts'

/** 'Error' / 'Failed to delete thread: {message}'. @param what e.g. 'delete thread' */
export function toastError(what: string, error: unknown): void {
  console.warn(`failed to ${what}`, error)
  const message = refusalOf(error)?.message ?? errorMessage(error)
  toastFailure('Error', `Failed to ${what}: ${message}`)
}

/** The message of an error, in SPEC.md's words where it has some. */
export function errorMessage(error: unknown): string {
  // A policy does not refuse an update; it hides the row.
  if (error instanceof NothingChanged) return UNAUTHORIZED
  return error instanceof Error ? error.message : String(error)
}

/**
 * A form's `onRefused`: the database's refusal is shown at `field`, any other error as a toast.
 * @param what e.g. 'mute the guest'
 */
export function refusedAt<Field extends string>(field: Field, what: string) {
  return (error: unknown): Partial<Record<Field, string>> => {
    const refusal = refusalOf(error)
    if (refusal) return { [field]: refusal.message } as Record<Field, string>
    toastError(what, error)
    return {}
  }
}
