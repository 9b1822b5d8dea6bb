// Detects an unresponsive database. A server that is frozen or behind a dead network path refuses nothing, it lets
// clients wait. A dedicated connection therefore sends a probe; without an answer, pending work is rejected and new
// work is refused at once. A probe without an answer also closes its connection, and the next one uses a new
// connection: if that one works, the pool's old connections are dead and are closed as well.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { dropInactive, noteActivity, type Sql } from './connection.ts'
import { PoolTimeout } from './pool.ts'

const PROBE_EVERY_MS = 500
const LOOK_EVERY_MS = 100
/** A probe on a working connection takes a millisecond. */
const ANSWER_WITHIN_MS = 1_500
/** Without an answer for this long, the database counts as unresponsive. */
const UNRESPONSIVE_AFTER_MS = 2_000

/** The database does not answer. Reported like an exhausted pool: 504. */
export class DatabaseUnresponsive extends PoolTimeout {
  constructor() {
    super('The database does not answer.')
  }
}

export class Heartbeat {
  readonly #sql: Sql
  readonly #clients: () => readonly Sql[]
  readonly #log: Logger
  readonly #waiting = new Set<(reason: DatabaseUnresponsive) => void>()
  #answeredAt = performance.now()
  #isUnresponsive = false
  #isStopped = false

  /**
   * @param sql a client with one connection, used by the heartbeat only and ended by `stop`
   * @param clients whose connections are closed when they are found dead
   */
  constructor(sql: Sql, clients: () => readonly Sql[], log: Logger) {
    this.#sql = sql
    this.#clients = clients
    this.#log = log
    void this.#probe()
    void this.#watch()
  }

  get isUnresponsive(): boolean {
    return this.#isUnresponsive
  }

  /**
   * Resolves with `work`, or rejects when the database becomes unresponsive first; the work itself is not cancelled.
   * @throws DatabaseUnresponsive
   */
  async guard<T>(work: Promise<T>): Promise<T> {
    let abandon: (reason: DatabaseUnresponsive) => void = () => undefined
    const silence = new Promise<never>((_, reject) => {
      abandon = reject
    })
    this.#waiting.add(abandon)
    try {
      const result = await Promise.race([work, silence])
      // Any answer counts: a database that is only busy must not be considered unresponsive.
      this.#answeredAt = performance.now()
      return result
    } finally {
      this.#waiting.delete(abandon)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#sql.end({ timeout: 1 })
  }

  async #probe(): Promise<void> {
    let brokenSince: number | null = null
    while (!this.#isStopped) {
      const asked = performance.now()
      const answered = await this.#probeOnce()
      if (answered) {
        if (brokenSince !== null) {
          for (const client of this.#clients()) dropInactive(client, performance.now() - brokenSince)
        }
        brokenSince = null
      } else if (performance.now() - asked >= ANSWER_WITHIN_MS) {
        // Neither an error nor an answer: the connection or the database is dead, and a new connection will tell
        // which. Data received on other connections may date from before they died.
        brokenSince ??= performance.now()
        dropInactive(this.#sql, 0)
      }
      await sleep(PROBE_EVERY_MS, undefined, { ref: false })
    }
  }

  /** An error is not decisive: a connection that was cut is reopened before anyone notices. */
  #probeOnce(): Promise<boolean> {
    return new Promise((resolve) => {
      let waitedMs = 0
      // Counted in steps, one of which is all that a standstill of this process counts: meanwhile nothing was sent or read.
      const timer = setInterval(() => {
        waitedMs += LOOK_EVERY_MS
        if (waitedMs < ANSWER_WITHIN_MS) return
        clearInterval(timer)
        resolve(false)
      }, LOOK_EVERY_MS)
      this.#sql`select 1`
        .then(
          () => {
            this.#noteAnswer()
            resolve(true)
          },
          () => resolve(false),
        )
        .finally(() => clearInterval(timer))
    })
  }

  async #watch(): Promise<void> {
    while (!this.#isStopped) {
      const began = performance.now()
      await sleep(LOOK_EVERY_MS, undefined, { ref: false })
      // Time during which this process did not run does not count: nothing could be sent or received.
      this.#answeredAt += Math.max(0, performance.now() - began - LOOK_EVERY_MS)
      for (const client of this.#clients()) noteActivity(client)
      if (!this.#isUnresponsive && performance.now() - this.#answeredAt > UNRESPONSIVE_AFTER_MS)
        this.#becomeUnresponsive()
    }
  }

  #noteAnswer(): void {
    this.#answeredAt = performance.now()
    if (this.#isUnresponsive) this.#log.warn('db.responsive')
    this.#isUnresponsive = false
  }

  #becomeUnresponsive(): void {
    this.#isUnresponsive = true
    this.#log.error('db.unresponsive')
    const reason = new DatabaseUnresponsive()
    for (const abandon of this.#waiting) abandon(reason)
  }
}
