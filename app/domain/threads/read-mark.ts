// Titles of read discussions are not bold. What a guest read is stored by the browser alone
// (app/shell/first-paint/read-marks.ts): guests' pages are the same for everybody, and what a visitor reads is private.
// Members have it with their account (own-reads.ts).
import { useEffect } from 'react'
import { READ_EVENT } from '#shared/page-contract.ts'

/** Identifies a discussion in its current state: with a new reply it is unread again. */
export function readMark(thread: { id: string; reply_count: number }): string {
  return `${thread.id.slice(0, 8)}.${thread.reply_count}`
}

/** Tells the browser to store that a guest opened the discussion. */
export function useReadMark(mark: string): void {
  useEffect(() => {
    dispatchEvent(new CustomEvent(READ_EVENT, { detail: mark }))
  }, [mark])
}
