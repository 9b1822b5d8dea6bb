// How an admin's screens say that something failed (SPEC.md section 8).

import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toast } from '#app/ui/feedback/toast.ts'

/** 'Error' / 'Failed to delete thread: {message}'. @param what e.g. 'delete thread' */
export function toastError(what: string, error: unknown): void {
  console.warn(`failed to ${what}`, error)
  const message = refusalOf(error)?.message ?? (error instanceof Error ? error.message : String(error))
  toast({ title: 'Error', text: `Failed to ${what}: ${message}`, variant: 'destructive' })
}
