// postgres_changes: delivers a committed change to those who may read the row, as they may read it. An event carries
// ids only; the row is read again under the role and claims of each distinct subscriber, so this process never holds
// what a policy hides. Of what a row was before, only the key is known, except where a table has `replica identity full`
// (old-rows.ts).
import pLimit from 'p-limit'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { type Refusal, refusalOfSession } from './authorize.ts'
import type { Binding, ChangeKind } from './bindings.ts'
import { changedRows, type Row } from './changed-rows.ts'
import type { Channel } from './channel.ts'
import { encode, shared } from './frames.ts'
import { type OldRow, oldRowsFor, storedOldRows } from './old-rows.ts'
import type { Published, Table } from './published.ts'
import type { Subscriber, Subscribers } from './subscribers.ts'

/** As announced by the change log's triggers (supabase/schemas), or by realtime.announce_row(). */
export type RowEvent = {
  table: string
  op: ChangeKind
  /** The value of the key, or of several columns the JSON of `key`. */
  id: string
  /** The values of a key of several columns, by name. */
  key?: Readonly<Record<string, string>>
  /** The number of the old row, for tables with `replica identity full`. */
  old?: number | string
  /** Whether the table has row security, beside `old`. */
  secured?: boolean
  /** The row's only reader: nobody else is considered. */
  owner?: string
  /** Only invalidates cached pages; the row itself did not change. */
  caches_only?: boolean
  [column: string]: unknown
}

type Listener = { channel: Channel; bindings: Binding[] }

const EVENT_WORDS = new Set(['table', 'op', 'id', 'key', 'old', 'secured', 'owner', 'caches_only'])
/** Subscribers that are read for concurrently; the rest of the pool is for requests. */
const READERS = 4
const BATCH = 200
/** Maximum backlog; beyond it subscribers must rejoin. */
const MOST_WAITING = 10_000

export function createChanges(options: {
  db: Database
  log: Logger
  subscribers: Subscribers<Channel>
  published: Published
  /** Its session is over, or lacks its second factor. */
  revoked: (subscriber: Subscriber<Channel>, refusal: Refusal) => void
  /** It may have missed a change. */
  missed: (channel: Channel) => void
}) {
  const { db, log, subscribers, published, revoked, missed } = options
  let waiting: RowEvent[] = []
  let running = false

  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH)
      for (const { table, events } of runsOf(batch)) {
        const known = published.find(table)
        if (known) await deliver(known, events)
      }
    }
    running = false
  }

  const deliver = async (table: Table, events: RowEvent[]) => {
    const listening = subscribers
      .all()
      .filter((subscriber) => listenersOf(subscriber, table, events).length > 0)
    if (listening.length === 0) return
    const numbers = events.flatMap(({ old }) => (old === undefined ? [] : [String(old)]))
    // Awaited in `deliverTo`, whose subscribers hear of a failure.
    const stored = storedOldRows(db, numbers)
    stored.catch(() => undefined)
    await pLimit(READERS).map(listening, (subscriber) => deliverTo(subscriber, table, events, stored))
  }

  const deliverTo = async (
    subscriber: Subscriber<Channel>,
    table: Table,
    events: RowEvent[],
    stored: ReturnType<typeof storedOldRows>,
  ) => {
    const listeners = listenersOf(subscriber, table, events)
    try {
      const filtered = new Map<string, Binding>()
      for (const { bindings } of listeners) {
        for (const binding of bindings) if (binding.filter) filtered.set(binding.filter, binding)
      }
      const filters = [...filtered.values()]
      const rows = await changedRows(db, subscriber.viewer, table, events, filters)
      const olds = await oldRowsFor(db, subscriber.viewer, table, await stored, filters)
      const at = new Date().toISOString()
      for (const event of events) {
        const old = event.old === undefined ? undefined : olds.get(String(event.old))
        send(listeners, table, event, { row: rows.get(event.id), old }, filters, at, subscriber)
      }
    } catch (error) {
      const refusal = refusalOfSession(error)
      if (refusal) revoked(subscriber, refusal)
      else {
        log.warn({ err: error, table: table.name }, 'realtime.changes_read_failed')
        for (const { channel } of listeners) missed(channel)
      }
    }
  }

  const missedByAll = () => {
    waiting = []
    for (const { channels } of subscribers.all()) {
      for (const channel of [...channels]) if (channel.bindings.length > 0) missed(channel)
    }
  }

  return {
    /** Forgets what is queued and ends every subscription: changes were missed. */
    missed: missedByAll,
    /** Queues an event; deliveries keep the order. */
    take: (event: RowEvent): void => {
      if (event.caches_only) return
      if (waiting.length >= MOST_WAITING) {
        log.warn({ waiting: waiting.length }, 'realtime.changes_backlog_dropped')
        missedByAll()
      }
      waiting.push({ ...event, id: String(event.id) })
      if (running) return
      running = true
      setImmediate(() => {
        run().catch((error: unknown) => {
          running = false
          log.error({ err: error }, 'realtime.changes_delivery_failed')
        })
      })
    },
  }
}

/** Groups consecutive events of one table, keeping the order. */
function runsOf(batch: RowEvent[]): { table: string; events: RowEvent[] }[] {
  const runs: { table: string; events: RowEvent[] }[] = []
  for (const event of batch) {
    const last = runs.at(-1)
    if (last?.table === event.table) last.events.push(event)
    else runs.push({ table: event.table, events: [event] })
  }
  return runs
}

/** Which channels of `subscriber` one of `events` may be for, as far as ids can tell. */
function listenersOf(subscriber: Subscriber<Channel>, table: Table, events: RowEvent[]): Listener[] {
  const { viewer } = subscriber
  if (!table.keys.every(({ readers }) => readers.includes(viewer.role))) return []
  const theirs = events.filter(
    ({ owner }) => owner === undefined || owner === viewer.userId || viewer.role === 'service_role',
  )
  if (theirs.length === 0) return []
  const listeners: Listener[] = []
  for (const channel of subscriber.channels) {
    const bindings = channel.bindings.filter((binding) =>
      theirs.some((event) => mayMatch(binding, table, event)),
    )
    if (bindings.length > 0) listeners.push({ channel, bindings })
  }
  return listeners
}

function mayMatch(binding: Binding, table: Table, event: RowEvent): boolean {
  if (binding.table !== null && binding.table !== table.name) return false
  if (binding.operation !== '*' && binding.operation !== event.op) return false
  return binding.conditions.every(({ column, operator, negated, values }) => {
    if (event.op === 'DELETE') {
      // The database decides over the old row.
      if (event.old !== undefined) return true
      // Only the key of a deleted row is known, and filters must not reveal anything else.
      const value = keyOf(event, table)[column]
      if (value === undefined || negated) return false
      return operator === 'eq' || operator === 'in' ? values.includes(value) : false
    }
    const announced = announcedOf(event, table, column)
    if (operator !== 'eq' || negated || typeof announced !== 'string') return true
    return announced.toLowerCase() === values[0]?.toLowerCase()
  })
}

/** The values of the key, by column. */
function keyOf({ id, key }: RowEvent, { keys }: Table): Record<string, string> {
  const [only, ...more] = keys
  return more.length === 0 ? { [only?.name ?? '']: id } : { ...key }
}

/** The value of a column in the event; the event's own fields may have the same names. */
function announcedOf(event: RowEvent, table: Table, column: string): unknown {
  return keyOf(event, table)[column] ?? (EVENT_WORDS.has(column) ? undefined : event[column])
}

function send(
  listeners: Listener[],
  table: Table,
  event: RowEvent,
  { row, old }: { row: Row | undefined; old: OldRow | undefined },
  filters: Binding[],
  at: string,
  { viewer }: Subscriber<Channel>,
): void {
  if (event.op !== 'DELETE' && !row) return
  if (event.owner !== undefined && event.owner !== viewer.userId && viewer.role !== 'service_role') return
  const readable = table.columns.filter(({ readers }) => readers.includes(viewer.role))
  const frames = new Map<string, ReturnType<typeof shared>>()
  for (const { channel, bindings } of listeners) {
    const matched = bindings.filter((binding) => {
      if (!mayMatch(binding, table, event)) return false
      if (!binding.filter || (event.op === 'DELETE' && event.old === undefined)) return true
      const { hits } = (event.op === 'DELETE' ? old : row) ?? { hits: [] }
      return hits[filters.findIndex(({ filter }) => filter === binding.filter)] === true
    })
    // Bindings with a column selection get separate messages.
    for (const [select, group] of Map.groupBy(matched, ({ select }) =>
      select ? JSON.stringify(select) : '',
    )) {
      const ids = group.map(({ id }) => id)
      const name = `${channel.topic} ${ids.join()}`
      let frame = frames.get(name)
      if (!frame) {
        const payload = payloadOf({ table, event, row, old, ids, at, readable, select })
        frame = shared((version) =>
          encode(version, { topic: channel.topic, event: 'postgres_changes' }, payload),
        )
        frames.set(name, frame)
      }
      channel.send(frame(channel.socket.version))
    }
  }
}

function payloadOf(change: {
  table: Table
  event: RowEvent
  row: Row | undefined
  old: OldRow | undefined
  ids: number[]
  at: string
  readable: Table['columns']
  select: string
}): string {
  const { table, event, row, ids, at, select } = change
  const chosen =
    select === ''
      ? null
      : new Set([...(JSON.parse(select) as string[]), ...table.keys.map(({ name }) => name)])
  const columns = change.readable.filter(({ name }) => chosen === null || chosen.has(name))
  const data = {
    schema: table.schema,
    table: table.name,
    commit_timestamp: at,
    type: event.op,
    columns: columns.map(({ name, type }) => ({ name, type })),
    errors: null,
  }
  const sent = (content: string) => (chosen ? choose(content, chosen) : content)
  // Of a deleted row no policy can be asked any more, so of a table with policies only the key is sent.
  const old = event.op === 'DELETE' && event.secured ? undefined : change.old?.record
  let record = ''
  if (event.op !== 'DELETE' && row) record = `,"record":${sent(row.record)}`
  if (event.op !== 'INSERT') {
    record += `,"old_record":${old === undefined ? JSON.stringify(keyOf(event, table)) : sent(old)}`
  }
  return `{"ids":${JSON.stringify(ids)},"data":${JSON.stringify(data).slice(0, -1)}${record}}}`
}

function choose(record: string, names: Set<string>): string {
  const whole = Object.entries(JSON.parse(record) as Record<string, unknown>)
  return JSON.stringify(Object.fromEntries(whole.filter(([name]) => names.has(name))))
}
