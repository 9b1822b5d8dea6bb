// Listens for committed changes, regardless of their origin: a page, a script, another node.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log.ts'
import type { ListeningDatabase } from './database.ts'
import { asService } from './scope.ts'

const CHANNEL = 'changes'
const FORGET_EVERY_MS = 5_000
/** How long received events are remembered, to distinguish them from missed ones. */
const REMEMBERED_MS = 180_000

/** Backoff between attempts to read missed changes. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000

/** A row that changed, as the database announces it: ids only. */
export type ChangeEvent = {
  table: string
  op: 'INSERT' | 'UPDATE' | 'DELETE'
  id: string
  thread_id?: string
  category_id?: string
  author_id?: string
}

export type ChangeListener = {
  /** Each committed change, once. */
  changed(event: ChangeEvent): void
  /** The connection was lost: data derived from the database so far may be stale. */
  interrupted(): void
}

export type ChangesSince = 'private.changes_since' | 'realtime.changes_since'

/**
 * Calls `listener` until it is stopped. NOTIFY does not queue for a disconnected listener: after an interruption,
 * missed events are read from the change log, which covers an hour.
 * @param changesSince function that reads that log: the community's or the API's own
 * @returns stops listening
 */
export async function listenForChanges(
  db: ListeningDatabase,
  log: Logger,
  listener: ChangeListener,
  changesSince: ChangesSince = 'private.changes_since',
): Promise<() => Promise<void>> {
  let heard: { at: number; text: string }[] = []

  const take = (text: string) => {
    heard.push({ at: Date.now(), text: canonical(text) })
    listener.changed(JSON.parse(text) as ChangeEvent)
  }

  const catchUp = async (since: number) => {
    const missed = await asService(
      db,
      (sql) => sql<{ payload: string }[]>`
        select c::text as payload
        from ${sql.unsafe(changesSince)}(${new Date(since).toISOString()}::timestamptz) c`,
    )
    // The log reaches back further than the interruption, and new events arrive while it is read. Two events with the
    // same text are two changes, so duplicates are counted off one by one.
    const known = new Map<string, number>()
    for (const { text } of heard) known.set(text, (known.get(text) ?? 0) + 1)
    for (const { payload } of missed) {
      const text = canonical(payload)
      const times = known.get(text) ?? 0
      if (times > 0) known.set(text, times - 1)
      else listener.changed(JSON.parse(payload) as ChangeEvent)
    }
  }

  /** Start of the next read of the log; null while nothing is missing. */
  let missedSince: number | null = null
  let isReading = false
  let isStopped = false
  const catchUpUntilDone = async (since: number) => {
    missedSince = Math.min(missedSince ?? since, since)
    if (isReading) return
    isReading = true
    for (let pause = FIRST_PAUSE_MS; missedSince !== null && !isStopped; ) {
      const from: number = missedSince
      missedSince = null
      try {
        await catchUp(from)
      } catch (error) {
        missedSince = Math.min(missedSince ?? from, from)
        log.warn({ err: error }, 'changes.catch_up_failed')
        await sleep(pause, undefined, { ref: false })
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
      }
    }
    isReading = false
  }

  const changes = await db.listener.listen(CHANNEL, take, (since) => {
    if (since === null) return
    log.warn('changes.interrupted')
    listener.interrupted()
    void catchUpUntilDone(since)
  })
  const clock = setInterval(() => {
    heard = heard.filter(({ at }) => Date.now() - at < REMEMBERED_MS)
  }, FORGET_EVERY_MS)

  return async () => {
    isStopped = true
    clearInterval(clock)
    await changes.unlisten()
  }
}

/** Normalises the key order, which differs between NOTIFY and the log. */
function canonical(text: string): string {
  const event = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1)))
}
