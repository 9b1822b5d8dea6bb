// Follows the change log: every committed change, whatever made it (a page, a script, another node). The database's
// triggers write the log, in the transaction of the change. A write sends no NOTIFY, because that would make all
// commits of the database wait for each other; the node that wrote tells the others once it has committed.
import { setTimeout as sleep } from 'node:timers/promises'
import { randomToken } from '../crypto.ts'
import type { Logger } from '../log.ts'
import type { Sql } from './connection.ts'
import type { OpenDatabase } from './database.ts'
import { queryChangeLog } from './scope.ts'

const CHANNEL = 'change_log'
/** Changes of writers that are no node of this site are found by asking this often. */
const POLL_EVERY_MS = 100
/** Other nodes are told of all writes within this time at once. */
const ANNOUNCE_WITHIN_MS = 10
/** A write is answered without its pages having been evicted after this time. */
const COMMITTED_WAIT_MS = 1_000
/** A read that takes longer leaves the node behind the database. */
const BEHIND_AFTER_MS = 1_000
/** Backoff between failed reads. */
const LONGEST_PAUSE_MS = 1_000
/** The log reaches back an hour, and a statement may take a minute. */
const LOG_REACHES_MS = 58 * 60_000
/** Maximum events of one read. Beyond it, what depends on them is read again from the start. */
const MAX_EVENTS = 10_000

/** A row that changed, as the log has it: ids only. */
export type ChangeEvent = {
  table: string
  op: 'INSERT' | 'UPDATE' | 'DELETE'
  id: string
  thread_id?: string
  category_id?: string
  author_id?: string
  reacted?: boolean
}

/** How far the log was read, as a snapshot in text: everything that it sees; and when (milliseconds). */
export type LogPosition = { snapshot: string; readAt: number }

export type ChangeListener = {
  /** Each committed change, once; those of one row in the order of their commits. */
  changed(event: ChangeEvent): void
  /** Changes were not read and never will be: whatever was derived from the database may be stale. */
  missed(): void
  /** All changes up to this position were told, or reported as missed. */
  reached?(position: LogPosition): void
  /** Whether changes may have been committed that cannot be read at the moment. */
  behind?(isBehind: boolean): void
  /** Waits for the effects of the changes so far. */
  settled?(): Promise<unknown>
}

/** Function that reads the log: the community's or the API's own. */
export type ChangesAfter = 'private.changes_after' | 'realtime.changes_after'

export class ChangeLog {
  readonly #sql: Sql
  readonly #log: Logger
  readonly #listener: ChangeListener
  readonly #changesAfter: ChangesAfter
  readonly #node = randomToken(6)
  /** A snapshot as text: everything that it sees has been read. Null before the first read. */
  #position: string | null = null
  #readAt = Date.now()
  #isBehind = false
  #isStopped = false
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null
  #announcing: NodeJS.Timeout | undefined

  private constructor(sql: Sql, log: Logger, listener: ChangeListener, changesAfter: ChangesAfter) {
    this.#sql = sql
    this.#log = log
    this.#listener = listener
    this.#changesAfter = changesAfter
  }

  /**
   * Calls `listener` for all changes from now on, until the log is stopped.
   * @returns once every later change will be read
   */
  static async follow(
    db: OpenDatabase,
    log: Logger,
    listener: ChangeListener,
    changesAfter: ChangesAfter = 'private.changes_after',
  ): Promise<ChangeLog> {
    const changeLog = new ChangeLog(db.changeLogSql, log, listener, changesAfter)
    await changeLog.#catchUp()
    await db.listener.listen(CHANNEL, (node) => {
      if (node !== changeLog.#node) void changeLog.#catchUp()
    })
    void changeLog.#poll()
    db.changeLog = changeLog
    return changeLog
  }

  /** Call after a commit. Resolves when this node has acted on its changes, or cannot do so soon. */
  async committed(): Promise<void> {
    this.#announcing ??= setTimeout(() => this.#announce(), ANNOUNCE_WITHIN_MS)
    let timer: NodeJS.Timeout | undefined
    // Not a sleep that is aborted: the error of its end would cost every write 50 µs.
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, COMMITTED_WAIT_MS)
    })
    await Promise.race([this.#catchUp().then(() => this.#listener.settled?.()), late])
    clearTimeout(timer)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#announcing)
    await this.#running
  }

  #announce(): void {
    this.#announcing = undefined
    // Other nodes that are not told ask by themselves.
    this.#sql.unsafe('select pg_notify($1, $2)', [CHANNEL, this.#node]).catch(() => undefined)
  }

  async #poll(): Promise<void> {
    for (let pause = POLL_EVERY_MS; !this.#isStopped; ) {
      await sleep(pause, undefined, { ref: false })
      if (!this.#running) await this.#catchUp()
      pause = this.#isBehind ? Math.min(2 * pause, LONGEST_PAUSE_MS) : POLL_EVERY_MS
    }
  }

  /** Resolves after a read that began after this call. Never rejects. */
  #catchUp(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    this.#next ??= (this.#running ?? Promise.resolve()).then(() => {
      this.#next = null
      this.#running = this.#read().finally(() => {
        this.#running = null
      })
      return this.#running
    })
    return this.#next
  }

  /**
   * What was committed after a position that somebody kept, and the position that this reaches.
   * @returns events null: the log does not reach back that far
   */
  async since(position: LogPosition | null): Promise<{ events: ChangeEvent[] | null; reached: LogPosition }> {
    const { changes, seen_now } = await this.#query(position?.snapshot ?? null)
    const readAt = Date.now()
    const age = position ? readAt - position.readAt : Number.POSITIVE_INFINITY
    // A clock that was set back tells nothing.
    const isLost = age > LOG_REACHES_MS || age < 0 || changes === null
    return {
      events: isLost ? null : (JSON.parse(changes) as ChangeEvent[]),
      reached: { snapshot: seen_now, readAt },
    }
  }

  async #query(after: string | null): Promise<{ seen_now: string; changes: string | null }> {
    const [read] = await queryChangeLog<{ seen_now: string; changes: string | null }>(this.#sql, {
      text: `select seen_now::text, changes::text from ${this.#changesAfter}($1::pg_snapshot, $2)`,
      values: [after, MAX_EVENTS],
    })
    if (!read) throw new Error('The change log gave no position')
    return read
  }

  async #read(): Promise<void> {
    const late = setTimeout(() => this.#setBehind(true), BEHIND_AFTER_MS)
    try {
      const read = await this.#query(this.#position)
      const isLost = Date.now() - this.#readAt > LOG_REACHES_MS
      this.#position = read.seen_now
      this.#readAt = Date.now()
      if (isLost || read.changes === null) {
        this.#log.warn('changes.missed')
        this.#listener.missed()
      } else {
        for (const event of JSON.parse(read.changes) as ChangeEvent[]) this.#listener.changed(event)
      }
      this.#listener.reached?.({ snapshot: read.seen_now, readAt: this.#readAt })
      this.#setBehind(false)
    } catch (error) {
      this.#setBehind(true, error)
    } finally {
      clearTimeout(late)
    }
  }

  #setBehind(isBehind: boolean, error?: unknown): void {
    if (this.#isBehind === isBehind || this.#isStopped) return
    this.#isBehind = isBehind
    if (isBehind) this.#log.warn({ err: error }, 'changes.interrupted')
    this.#listener.behind?.(isBehind)
  }
}
