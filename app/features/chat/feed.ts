// Pure functions of the chat's list: applying changes, expiry, and grouping by day, author and time (two minutes).
import type { Clock } from '#shared/clock.ts'
import { formatDate } from '#shared/format.ts'
import { type ChatMessage, type Reactions, SHOWN } from './queries.ts'

const LIFETIME_MS = 12 * 60 * 60 * 1_000
const TOGETHER_MS = 2 * 60 * 1_000

export type Change =
  | { kind: 'insert'; message: ChatMessage }
  | { kind: 'update'; message: Pick<ChatMessage, 'id'> & Partial<ChatMessage> }
  | { kind: 'delete'; id: string }

/** `messages` (oldest first) after `change`; the same array if nothing changes. */
export function applyChange(messages: readonly ChatMessage[], change: Change): readonly ChatMessage[] {
  if (change.kind === 'delete') {
    const left = messages.filter(({ id }) => id !== change.id)
    return left.length === messages.length ? messages : left
  }
  if (change.kind === 'update') {
    const { message: changed } = change
    return messages.some(({ id }) => id === changed.id)
      ? messages.map((message) => (message.id === changed.id ? { ...message, ...changed } : message))
      : messages
  }
  const { message } = change
  if (messages.some(({ id }) => id === message.id)) return messages
  const later = messages.findIndex((other) => isBefore(message, other))
  const index = later === -1 ? messages.length : later
  return [...messages.slice(0, index), message, ...messages.slice(index)].slice(-SHOWN)
}

/** Messages of the last 12 hours. */
export function unexpired(messages: readonly ChatMessage[], clock: Clock): readonly ChatMessage[] {
  return messages.filter(({ created_at }) => !clock.hasPassed(Date.parse(created_at) + LIFETIME_MS))
}

export type Block<Message extends ChatMessage> =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  | { kind: 'group'; key: string; messages: [Message, ...Message[]] }

/** The messages in order, grouped, with a divider where a day begins and one before the message `newFrom`. */
export function layOut<Message extends ChatMessage>(
  messages: readonly Message[],
  newFrom: string | null,
): Block<Message>[] {
  const blocks: Block<Message>[] = []
  let before: Message | null = null
  for (const message of messages) {
    if (!before || formatDate(before.created_at) !== formatDate(message.created_at)) {
      blocks.push({ kind: 'day', key: `day-${formatDate(message.created_at)}`, at: message.created_at })
    }
    if (message.id === newFrom) blocks.push({ kind: 'new', key: 'new' })
    const last = blocks.at(-1)
    if (before && last?.kind === 'group' && belongTogether(before, message)) last.messages.push(message)
    else blocks.push({ kind: 'group', key: message.id, messages: [message] })
    before = message
  }
  return blocks
}

/** Guests and anonymous members are identified by their chosen name only. */
function authorKey({ user_id, username }: ChatMessage): string {
  return user_id ?? `anonymous ${username}`
}

function belongTogether(before: ChatMessage, after: ChatMessage): boolean {
  return (
    authorKey(before) === authorKey(after) &&
    Date.parse(after.created_at) - Date.parse(before.created_at) <= TOGETHER_MS
  )
}

function isBefore(one: ChatMessage, other: ChatMessage): boolean {
  const apart = Date.parse(one.created_at) - Date.parse(other.created_at)
  return apart === 0 ? one.id < other.id : apart < 0
}

/** The reactions to a message after the reader reacted in one way, or took that back. */
export function withReaction(before: Reactions, kind: string, on: boolean): Reactions {
  const { count = 0, own = false } = before.find((one) => one.kind === kind) ?? {}
  const now = count + Number(on) - Number(own)
  const changed = { kind, count: now, own: on }
  return [...before.filter((one) => one.kind !== kind), ...(now > 0 ? [changed] : [])].toSorted((a, b) =>
    a.kind < b.kind ? -1 : 1,
  )
}
