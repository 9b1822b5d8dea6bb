// One realtime line: a topic with its events, from joining to leaving. The official client reconnects after losing the
// socket; a channel that the server closed, e.g. because the token expired in a background tab, is joined again here.
import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/realtime-js'
import { visitorRealtime } from '#app/platform/supabase/visitor-client.ts'
import { collect } from './collect.ts'

const REOPEN_AFTER_MS = 5_000

/** The prefix of presence keys that the server reserves for the member with the id. */
const MEMBER_KEY = 'member:'

/** Everybody present: each member once, each guest's tab once. */
export type Present = { count: number; memberIds: string[] }

/** A row of a table as its change came: `new` of an insert or update, `old` of a deletion. */
type Row = Record<string, unknown>
export type RowChange<Of extends Row = Row> = RealtimePostgresChangesPayload<Of>

export type LineOptions<Of extends Row = Row> = {
  topic: string
  changes?: {
    event: '*' | 'INSERT'
    table: string
    filter?: string
    /** Called with each change; it sends no request. */
    onEach?: (change: RowChange<Of>) => void
    /** Called with the changes of a burst together, for what asks the server about them. */
    onBurst?: (changes: readonly RowChange<Of>[]) => void
  }
  /** Called when it is live again: what happened meanwhile was not delivered. */
  onGap?: () => void
  onStatus?: (status: 'live' | 'down') => void
  /** Who is present. `as`: how this visitor shows, a member's id or 'guest'; null to see others only. */
  presence?: { as: string | null; onChange: (present: Present) => void }
}

/** By topic, the last line that was left, until it is gone: a topic has one channel per socket. */
const leaving = new Map<string, Promise<unknown>>()

/** Joins `topic` as the visitor. @returns a function that leaves it */
export function openLine<Of extends Row>(options: LineOptions<Of>): () => void {
  const { topic, changes, onGap, onStatus, presence } = options
  const { event = '*', table = '', filter, onEach, onBurst } = changes ?? {}
  const burst = onBurst && collect(onBurst)
  let isOpen = true
  let wasLive = false
  let timer = 0
  let hangUp = (): Promise<unknown> => Promise.resolve()

  const open = async () => {
    await leaving.get(topic)
    const channels = await visitorRealtime()
    if (!isOpen) return
    const channel = channels.channel(topic, presence && { config: { presence: presenceOf(presence.as) } })
    hangUp = () => channels.removeChannel(channel)
    let isOver = false
    if (changes)
      channel.on<Of>(
        'postgres_changes',
        // biome-ignore lint/suspicious/noExplicitAny: the library has an overload for each event, and none for a choice
        { event: event as any, schema: 'public', table, ...(filter ? { filter } : {}) },
        (change) => {
          onEach?.(change)
          burst?.add(change)
        },
      )
    if (presence) channel.on('presence', { event: 'sync' }, () => presence.onChange(presentIn(channel)))
    channel.subscribe((status) => {
      if (!isOpen || isOver) return
      const isLive = status === 'SUBSCRIBED'
      onStatus?.(isLive ? 'live' : 'down')
      if (isLive) {
        if (wasLive) onGap?.()
        wasLive = true
        if (presence?.as) void channel.track({})
      }
      if (status === 'CLOSED') {
        isOver = true
        openAgain()
      }
    })
  }

  const leave = (gone: Promise<unknown>) =>
    leaving.set(
      topic,
      gone.catch(() => undefined),
    )
  const openAgain = (error?: unknown) => {
    if (error) console.warn(`${topic} is not live`, error)
    onStatus?.('down')
    leave(hangUp())
    timer = window.setTimeout(() => open().catch(openAgain), REOPEN_AFTER_MS)
  }

  const opening = open().catch(openAgain)
  return () => {
    isOpen = false
    clearTimeout(timer)
    burst?.drop()
    leave(opening.then(() => hangUp()))
  }
}

function presenceOf(as: string | null) {
  return { enabled: true, ...(as && as !== 'guest' ? { key: MEMBER_KEY + as } : {}) }
}

function presentIn(channel: RealtimeChannel): Present {
  const keys = Object.keys(channel.presenceState())
  const members = keys.filter((key) => key.startsWith(MEMBER_KEY))
  return { count: keys.length, memberIds: members.map((key) => key.slice(MEMBER_KEY.length)) }
}
