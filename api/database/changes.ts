// Listens for what changed in the database, whoever changed it: a page, a script, another node.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log.ts'
import type { ListeningDatabase } from './database.ts'
import { asService } from './scope.ts'

const CHANNEL = 'changes'
const FORGET_EVERY_MS = 5_000
/** How long events are remembered to tell what was missed from what was heard. */
const REMEMBERED_MS = 180_000

/** Between two attempts to read what was missed. */
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
  /** The connection was lost meanwhile: nothing derived from the database so far can be trusted. */
  interrupted(): void
}

export type ChangesSince = 'private.changes_since' | 'realtime.changes_since'

/**
 * Calls `listener` until it is ended. NOTIFY keeps nothing for an absent listener: after an interruption the events
 * that were missed are read from the change log, which goes back an hour.
 * @param changesSince who reads that log: the community's function, or the contract's own
 * @returns ends the listening
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
    // The log reaches back further than the interruption, and new events come while it is read: two events of one
    // text are two changes, so they are counted off one by one.
    const known = new Map<string, number>()
    for (const { text } of heard) known.set(text, (known.get(text) ?? 0) + 1)
    for (const { payload } of missed) {
      const text = canonical(payload)
      const times = known.get(text) ?? 0
      if (times > 0) known.set(text, times - 1)
      else listener.changed(JSON.parse(payload) as ChangeEvent)
    }
  }

  /** Where the next reading of the log begins; null while nothing is missed. */
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

/** One spelling, whether it came by NOTIFY or from the log. */
function canonical(text: string): string {
  const event = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1)))
}
