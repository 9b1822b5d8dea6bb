// The outbox: messages that are being sent, or failed and can be retried. They are sent one after another, in order;
// after a 429 all wait until the server accepts the next one. The outbox survives navigation within the site.
import { refusalOf } from '#app/platform/acts/refusal.ts'
import { retryAt } from '#app/platform/supabase/retry-after.ts'
import * as t from '#words/chat.ts'
import type { ChatMessage, NewMessage } from './queries.ts'

export type Outgoing = NewMessage & {
  created_at: string
  /** Null while it is being sent. */
  failure: Failure | null
  /** The time of the automatic retry after a 429, in milliseconds since 1970. */
  sentAt: number | null
}

type Failure = {
  words: string
  /** The name was refused: the retry needs another one. */
  isName: boolean
  /** The request did not reach the site: it is retried when the network is back. */
  isUnreached: boolean
}

const PATIENCE_MS = 15_000
/** After the network is said to be back: browsers say so before a request gets through. */
const AGAIN_AFTER_MS = [1_000, 3_000, 9_000]
const NAME_CONSTRAINTS = ['chat_messages_username_length', 'chat_messages_username_visible']

export type Outbox = {
  /** The pending messages, oldest first; the same array until it changes. */
  waiting(): readonly Outgoing[]
  subscribe(listener: () => void): () => void
  post(message: NewMessage): void
  /** Retries a failed message with `changes`. */
  retry(id: string, changes?: Partial<Pick<NewMessage, 'username'>>): void
  discard(id: string): void
  /** Called when the network is back. */
  retryUnreached(): void
}

/** @param send stores a message, idempotently @param sent called with the stored message */
export function createOutbox(
  send: (message: NewMessage, signal: AbortSignal) => Promise<ChatMessage>,
  sent: (message: ChatMessage) => void,
): Outbox {
  let waiting: readonly Outgoing[] = []
  let tail: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()

  const set = (next: readonly Outgoing[]) => {
    waiting = next
    for (const listener of listeners) listener()
  }
  const change = (id: string, to: Partial<Outgoing>) =>
    set(waiting.map((one) => (one.id === id ? { ...one, ...to } : one)))

  let holdUntil = 0
  const transmit = async (id: string): Promise<void> => {
    const outgoing = waiting.find((one) => one.id === id)
    if (!outgoing) return
    const { message, username, user_id, category_id, reply_to } = outgoing
    await wait(holdUntil - Date.now())
    // Discarded meanwhile.
    if (!waiting.some((one) => one.id === id)) return
    try {
      const stored = await send(
        { id, message, username, user_id, category_id, reply_to },
        AbortSignal.timeout(PATIENCE_MS),
      )
      sent(stored)
      set(waiting.filter((one) => one.id !== id))
    } catch (error) {
      console.warn('chat message was not sent', error)
      if (!TOO_MANY.includes(codeOf(error))) {
        const failure = failureOf(error)
        change(id, { failure })
        if (failure.isUnreached) tryAgainLater()
        return
      }
      holdUntil = retryAt(Date.now())
      change(id, { sentAt: holdUntil })
      await transmit(id)
    }
  }
  const enqueue = (id: string) => {
    tail = tail.then(() => transmit(id))
  }
  const retry: Outbox['retry'] = (id, changes = {}) => {
    if (!waiting.some((one) => one.id === id && one.failure)) return
    change(id, { ...changes, failure: null, sentAt: null })
    enqueue(id)
  }

  let delays: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const retryUnreached = () => {
    timer = undefined
    for (const { id, failure } of waiting) if (failure?.isUnreached) retry(id)
  }
  const tryAgainLater = () => {
    if (timer === undefined && delays.length > 0) timer = setTimeout(retryUnreached, delays.shift())
  }

  return {
    waiting: () => waiting,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    post: (message) => {
      set([...waiting, { ...message, created_at: new Date().toISOString(), failure: null, sentAt: null }])
      enqueue(message.id)
    },
    retry,
    discard: (id) => set(waiting.filter((one) => one.id !== id)),
    retryUnreached: () => {
      clearTimeout(timer)
      delays = [...AGAIN_AFTER_MS]
      retryUnreached()
    },
  }
}

function wait(ms: number): Promise<void> {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve()
}

/** The limits of the gateway and of the database. */
const TOO_MANY: readonly string[] = ['over_request_rate_limit', 'PT429']

function failureOf(error: unknown): Failure {
  const code = codeOf(error)
  const plain = { isName: false, isUnreached: false }
  if (code === '42501') return { ...plain, words: t.writingInTheChatIs }
  const refusal = refusalOf(error)
  if (refusal) {
    const isName = code === 'PT422' || NAME_CONSTRAINTS.includes(refusal.constraint ?? '')
    return { ...plain, words: refusal.message, isName }
  }
  // The client gives a request without a response an empty code.
  const isUnreached = code === ''
  return { ...plain, words: t.notSent, isUnreached }
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
