// How an admin's screens say that something failed (SPEC.md section 8).
import { NothingChanged } from '#app/platform/supabase/compare-and-swap.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toastFailure } from '#app/ui/feedback/toast.ts'

/** 'Error' / 'Failed to delete thread: {message}'. @param what e.g. 'delete thread' */
export function toastError(what: string, error: unknown): void {
  console.warn(`failed to ${what}`, error)
  const message = refusalOf(error)?.message ?? errorMessage(error)
  toastFailure('Error', `Failed to ${what}: ${message}`)
}

/** What went wrong, in SPEC.md's words where it has some. */
export function errorMessage(error: unknown): string {
  // A policy refuses no update: it shows no row.
  if (error instanceof NothingChanged) return 'Unauthorized: Admin access required'
  return error instanceof Error ? error.message : String(error)
}
