// The first reply that was new when the member came. It is asked for before the visit is stored (mark-read.tsx); the
// timeline, which is loaded later, shows it too.
import { useSyncExternalStore } from 'react'

let known: { threadId: string; replyId: string } | null = null
const listeners = new Set<() => void>()

/** @param replyId null: not known yet, or nothing is unread */
export function setFirstUnread(threadId: string, replyId: string | null): void {
  known = replyId ? { threadId, replyId } : null
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The id of the first unread reply, on any page of the discussion; null for guests. */
export function useFirstUnread(threadId: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => (known?.threadId === threadId ? known.replyId : null),
    () => null,
  )
}
