// The changes of notifications that this page made: it shows them already, so their events are answered with no request.
import type { RowChange } from '#app/platform/live/line.ts'

/** By the time that was written as `read_at`, in milliseconds, and by id. */
const readAts = new Set<number>()
const deleted = new Set<string>()

/** @returns the time to write as `read_at` of what this page marks as read */
export function ownReadAt(): string {
  const now = new Date()
  readAts.add(now.getTime())
  return now.toISOString()
}

/** Notes the notifications that this page deletes. */
export function noteDeleted(ids: readonly string[]): void {
  for (const id of ids) deleted.add(id)
}

export function isOwnChange(change: RowChange<{ id: string; read_at: string | null }>): boolean {
  if (change.eventType === 'DELETE') return deleted.has(change.old.id ?? '')
  return change.eventType === 'UPDATE' && readAts.has(Date.parse(change.new.read_at ?? ''))
}
