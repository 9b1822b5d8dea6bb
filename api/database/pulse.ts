// Whether the database answers at all. A server that was stopped, froze or sits behind a dead line refuses nothing: it
// keeps everybody waiting. So a connection of its own asks for a sign of life, and when none comes whoever waits is
// told so instead of waiting on, and whoever comes is told at once. A question without an answer ends its connection,
// and the next one goes over a new line: when that one answers, the pool's old lines are as dead and are ended too.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { dropQuiet, noteHeard, type Sql } from './connection.ts'
import { PoolTimeout } from './lending.ts'

const ASK_EVERY_MS = 500
const LOOK_EVERY_MS = 100
/** An answer over a line that works takes a millisecond. */
const ANSWER_WITHIN_MS = 1_500
/** Without a word for as long, the database counts as gone. */
const SILENT_AFTER_MS = 2_000

/** The database gives no sign of life. Answered for like a pool without a free connection: 504. */
export class DatabaseSilent extends PoolTimeout {
  constructor() {
    super('The database does not answer.')
  }
}

export class Pulse {
  readonly #sql: Sql
  readonly #clients: () => readonly Sql[]
  readonly #log: Logger
  readonly #waiting = new Set<(reason: DatabaseSilent) => void>()
  #heardAt = performance.now()
  #isSilent = false
  #isStopped = false

  /**
   * @param sql a client with one connection, this pulse's alone, which `stop` ends
   * @param clients whose connections are ended when they are found dead
   */
  constructor(sql: Sql, clients: () => readonly Sql[], log: Logger) {
    this.#sql = sql
    this.#clients = clients
    this.#log = log
    void this.#ask()
    void this.#watch()
  }

  get isSilent(): boolean {
    return this.#isSilent
  }

  /**
   * Gives what `work` gives, unless the database falls silent first; the work itself is not ended by that.
   * @throws DatabaseSilent
   */
  async guard<T>(work: Promise<T>): Promise<T> {
    let giveUp: (reason: DatabaseSilent) => void = () => undefined
    const silence = new Promise<never>((_, reject) => {
      giveUp = reject
    })
    this.#waiting.add(giveUp)
    try {
      const result = await Promise.race([work, silence])
      // Any answer is a sign of life: a database that is only busy must not be taken for a dead one.
      this.#heardAt = performance.now()
      return result
    } finally {
      this.#waiting.delete(giveUp)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#sql.end({ timeout: 1 })
  }

  async #ask(): Promise<void> {
    let brokenSince: number | null = null
    while (!this.#isStopped) {
      const asked = performance.now()
      const answered = await this.#askOnce()
      if (answered) {
        if (brokenSince !== null) {
          for (const client of this.#clients()) dropQuiet(client, performance.now() - brokenSince)
        }
        brokenSince = null
      } else if (performance.now() - asked >= ANSWER_WITHIN_MS) {
        // No error, no answer: the line is dead, or the database is. A new line will tell. What another line gave
        // meanwhile it may have given before it died, too.
        brokenSince ??= performance.now()
        dropQuiet(this.#sql, 0)
      }
      await sleep(ASK_EVERY_MS, undefined, { ref: false })
    }
  }

  /** Silence is judged by the clock: a connection that was cut is opened anew before anybody needs to know. */
  #askOnce(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS)
      this.#sql`select 1`
        .then(
          () => {
            this.#heard()
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
      // Time in which this process did not run is no silence: nothing could be asked, or heard, in it.
      this.#heardAt += Math.max(0, performance.now() - began - LOOK_EVERY_MS)
      for (const client of this.#clients()) noteHeard(client)
      if (!this.#isSilent && performance.now() - this.#heardAt > SILENT_AFTER_MS) this.#fallSilent()
    }
  }

  #heard(): void {
    this.#heardAt = performance.now()
    if (this.#isSilent) this.#log.warn('the database answers again')
    this.#isSilent = false
  }

  #fallSilent(): void {
    this.#isSilent = true
    this.#log.error('the database does not answer')
    const reason = new DatabaseSilent()
    for (const giveUp of this.#waiting) giveUp(reason)
  }
}
