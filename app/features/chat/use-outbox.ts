// The outbox of this browser, for the current session.
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import type { Change } from './feed.ts'
import { createOutbox, type Outbox, type Outgoing } from './outbox.ts'
import { type ChatMessage, sendMessage } from './queries.ts'

/** Ids sent from this page: a guest's own messages are highlighted too. */
const sentHere = new Set<string>()
const NOTHING: readonly Outgoing[] = []

let onSent: ((message: ChatMessage) => void) | null = null
let owner: string | null = null

const outbox = createOutbox(
  async (message, signal) => sendMessage(await visitorClient(), message, signal),
  (message) => {
    sentHere.add(message.id)
    onSent?.(message)
  },
)

/** Whether a message was sent from this page. */
export function isSentHere(id: string): boolean {
  return sentHere.has(id)
}

/** @param take gets the stored message, so that it is shown before the channel delivers it */
export function useOutbox(take: (change: Change) => void): Outbox & { outgoing: readonly Outgoing[] } {
  const session = useSession()
  const who = session.status === 'member' ? session.userId : session.status
  const outgoing = useSyncExternalStore(outbox.subscribe, outbox.waiting, () => NOTHING)

  useEffect(() => {
    onSent = (message) => take({ kind: 'insert', message })
    return () => {
      onSent = null
    }
  }, [take])

  useEffect(() => {
    if (who === 'unknown') return
    // The next visitor at this browser must not send what another one wrote.
    if (owner !== null && owner !== who) for (const { id } of outbox.waiting()) outbox.discard(id)
    owner = who
  }, [who])

  const whenBack = useCallback(() => outbox.retryUnreached(), [])
  useEffect(() => {
    window.addEventListener('online', whenBack)
    return () => window.removeEventListener('online', whenBack)
  }, [whenBack])

  return { ...outbox, outgoing }
}
