// The one connection of a node that listens. NOTIFY says nothing of a line that is dead, so the listener sends a word of
// its own over the line: when it does not come back although the database answers others, the line is replaced.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { dropInactive, type Sql } from './connection.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

type Times = { echoEveryMs: number; deafAfterMs: number }
const TIMES: Times = { echoEveryMs: 5_000, deafAfterMs: 15_000 }

/** What the driver tells of a client's connections; its types don't know these options. */
export type ListenEvents = { onnotify(channel: string, payload: string): void; onclose(): void }

type Entry = {
  channel: string
  heard: (payload: string) => void
  connected: ((missedSince: number | null) => void) | undefined
  /** The line on which it was last heard. */
  line?: Line
}

type Line = {
  sql: Sql
  /** When the last word was sent that came back; before that, when listening began. */
  heardAt: number
  /** A word, or what begins the listening, is under way. */
  isWaiting: boolean
  /** For how long, in ms in which the database answered others. */
  waitedMs: number
  isReady: boolean
  /** Resolves when the line is of no use any more. */
  ended: Promise<void>
  end(): void
}

export class Listener {
  readonly #open: (events: ListenEvents) => Sql
  readonly #log: Logger
  readonly #isUnresponsive: () => boolean
  readonly #times: Times
  readonly #echo = `echo_${randomBytes(9).toString('hex')}`
  readonly #entries = new Set<Entry>()
  #line: Line | null = null
  #running: Promise<void> | null = null
  #isStopped = false

  /**
   * @param open makes a client of one connection
   * @param isUnresponsive whether the database answers nobody: no reason to replace the line
   */
  constructor(
    open: (events: ListenEvents) => Sql,
    log: Logger,
    isUnresponsive: () => boolean = () => false,
    times: Times = TIMES,
  ) {
    this.#open = open
    this.#log = log
    this.#isUnresponsive = isUnresponsive
    this.#times = times
  }

  /** The client that listens at the moment. */
  get client(): Sql | null {
    return this.#line?.sql ?? null
  }

  /**
   * Calls `heard` for each word of a channel.
   * @param connected called when it is heard, and again after each interruption: what was said since `missedSince` (ms
   *   since 1970; null the first time) may have been missed
   * @returns when the channel is heard
   */
  listen(channel: string, heard: Entry['heard'], connected?: Entry['connected']) {
    return new Promise<{ unlisten: () => Promise<void> }>((resolve) => {
      const unlisten = () => this.#unlisten(entry)
      const entry: Entry = {
        channel,
        heard,
        connected: (missedSince) => {
          connected?.(missedSince)
          resolve({ unlisten })
        },
      }
      this.#entries.add(entry)
      this.#running ??= this.#run()
      // A line that fails here ends, and the next one hears all channels.
      if (this.#line?.isReady) this.#attach(this.#line).catch(() => undefined)
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#line?.end()
    await this.#running
  }

  async #unlisten(entry: Entry): Promise<void> {
    this.#entries.delete(entry)
    const isWanted = [...this.#entries].some(({ channel }) => channel === entry.channel)
    if (isWanted || !this.#line?.isReady) return
    await this.#line.sql.unsafe(`unlisten "${entry.channel}"`).catch(() => undefined)
  }

  async #run(): Promise<void> {
    let missedSince: number | null = null
    for (let pause = FIRST_PAUSE_MS; !this.#isStopped; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const line = this.#openListenClient()
      this.#line = line
      const watch = setInterval(() => this.#watch(line), this.#times.echoEveryMs)
      watch.unref()
      const began = Date.now()
      const attached = line.sql
        .unsafe(`listen "${this.#echo}"`)
        .then(() => this.#attach(line, missedSince))
        .then(() => {
          line.heardAt = Math.max(line.heardAt, began)
          line.isReady = true
          line.isWaiting = false
          pause = FIRST_PAUSE_MS
          // Whoever came while the others were attached.
          return this.#attach(line)
        })
        .catch(() => line.end())
      await line.ended
      clearInterval(watch)
      missedSince = line.isReady ? line.heardAt : (missedSince ?? began)
      line.isReady = false
      // A dead line would not be closed by words.
      if (!this.#isStopped) dropInactive(line.sql, 0)
      await line.sql.end({ timeout: this.#isStopped ? 1 : 0 }).catch(() => undefined)
      await attached
      if (!this.#isStopped) await sleep(pause, undefined, { ref: false })
    }
  }

  #openListenClient(): Line {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const line: Line = {
      sql: this.#open({ onnotify: (channel, payload) => this.#take(line, channel, payload), onclose: end }),
      heardAt: 0,
      isWaiting: true,
      waitedMs: 0,
      isReady: false,
      ended,
      end,
    }
    return line
  }

  /** Makes the line hear every channel that it does not hear yet. */
  async #attach(line: Line, missedSince: number | null = null): Promise<void> {
    for (;;) {
      const fresh = [...this.#entries].filter((entry) => entry.line !== line)
      if (fresh.length === 0) return
      const channels = [...new Set(fresh.map(({ channel }) => channel))]
      await line.sql.unsafe(channels.map((channel) => `listen "${channel}"`).join(';')).simple()
      for (const entry of fresh) {
        if (entry.line === line) continue
        const isFirst = entry.line === undefined
        entry.line = line
        entry.connected?.(isFirst ? null : missedSince)
      }
    }
  }

  #take(line: Line, channel: string, payload: string): void {
    if (channel === this.#echo) {
      line.isWaiting = false
      line.heardAt = Math.max(line.heardAt, Number(payload))
      return
    }
    for (const entry of this.#entries) {
      if (entry.channel !== channel) continue
      try {
        entry.heard(payload)
      } catch (error) {
        // Every role of the database may say NOTIFY.
        this.#log.warn({ err: error, channel }, 'db.notification_invalid')
      }
    }
  }

  /** Sends the next word, and ends the line when the last one has been away for too long. */
  #watch(line: Line): void {
    if (!line.isWaiting) {
      line.isWaiting = true
      line.waitedMs = 0
      line.sql.unsafe('select pg_notify($1, $2)', [this.#echo, String(Date.now())]).catch(() => undefined)
      return
    }
    line.waitedMs = this.#isUnresponsive() ? 0 : line.waitedMs + this.#times.echoEveryMs
    if (line.waitedMs < this.#times.deafAfterMs) return
    this.#log.warn('db.listener_replaced')
    line.end()
  }
}
