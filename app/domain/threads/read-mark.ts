// What was read stands in a list without bold letters. The browser alone remembers it (app/shell/before-paint.js): a
// guest's page is the same for everybody, and what one reads is nobody else's business.
import { useEffect } from 'react'

/** A discussion as it stands: another one as soon as somebody replies, so that it is unread again. */
export function readMark(thread: { id: string; reply_count: number }): string {
  return `${thread.id.slice(0, 8)}.${thread.reply_count}`
}

/** Has the browser remember what was just opened. */
export function useReadMark(mark: string): void {
  useEffect(() => {
    dispatchEvent(new CustomEvent('discussion-read', { detail: mark }))
  }, [mark])
}
