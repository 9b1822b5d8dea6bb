// Whether the database answers at all. A server that was stopped, froze or sits behind a dead line refuses nothing: it
// keeps everybody waiting. So a connection of its own asks for a sign of life, and when none comes whoever waits is
// told so instead of waiting on, and whoever comes is told at once. A question without an answer ends its connection,
// and the next one goes over a new line: when that one answers, the pool's old lines are as dead and are ended too.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { dropInactive, noteActivity, type Sql } from './connection.ts'
import { PoolTimeout } from './pool.ts'

const PROBE_EVERY_MS = 500
const LOOK_EVERY_MS = 100
/** An answer over a line that works takes a millisecond. */
const ANSWER_WITHIN_MS = 1_500
/** Without a word for as long, the database counts as gone. */
const UNRESPONSIVE_AFTER_MS = 2_000

/** The database gives no sign of life. Answered for like a pool without a free connection: 504. */
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
   * @param sql a client with one connection, this heartbeat's alone, which `stop` ends
   * @param clients whose connections are ended when they are found dead
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
   * Gives what `work` gives, unless the database falls silent first; the work itself is not ended by that.
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
      // Any answer is a sign of life: a database that is only busy must not be taken for a dead one.
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
        // No error, no answer: the line is dead, or the database is. A new line will tell. What another line gave
        // meanwhile it may have given before it died, too.
        brokenSince ??= performance.now()
        dropInactive(this.#sql, 0)
      }
      await sleep(PROBE_EVERY_MS, undefined, { ref: false })
    }
  }

  /** Silence is judged by the clock: a connection that was cut is opened anew before anybody needs to know. */
  #probeOnce(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS)
      this.#sql`select 1`
        .then(
          () => {
            this.#noteAnswer()
            resolve(true)
          },
          () => resolve(false),
        )
        .finally(() => clearTimeout(timer))
    })
  }

  async #watch(): Promise<void> {
    while (!this.#isStopped) {
      const began = performance.now()
      await sleep(LOOK_EVERY_MS, undefined, { ref: false })
      // Time in which this process did not run is no silence: nothing could be asked, or noteAnswer, in it.
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
