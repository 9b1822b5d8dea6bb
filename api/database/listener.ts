// The node's one connection for LISTEN. A dead connection receives no NOTIFY and no error, so the listener sends
// itself an echo. If the echo does not return although the database answers others, the connection is replaced.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { randomToken } from '../crypto.ts'
import { dropInactive, type Sql } from './connection.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

type Times = { echoEveryMs: number; deafAfterMs: number }
const TIMES: Times = { echoEveryMs: 5_000, deafAfterMs: 15_000 }

/** Connection callbacks of the driver that its types do not include. */
export type ListenEvents = { onnotify(channel: string, payload: string): void; onclose(): void }

type Entry = {
  channel: string
  heard: (payload: string) => void
  connected: ((missedSince: number | null) => void) | undefined
  /** The connection on which it was last attached. */
  line?: Line
}

type Line = {
  sql: Sql
  /** When the last returned echo was sent; before the first one, when listening began. */
  heardAt: number
  /** An echo, or the initial LISTEN, is pending. */
  isWaiting: boolean
  /** How long it has been pending, in ms during which the database answered others. */
  waitedMs: number
  isReady: boolean
  /** Resolves when the connection is no longer usable. */
  ended: Promise<void>
  end(): void
}

export class Listener {
  readonly #open: (events: ListenEvents) => Sql
  readonly #log: Logger
  readonly #isUnresponsive: () => boolean
  readonly #times: Times
  readonly #echo = `echo_${randomToken(9, 'hex')}`
  readonly #entries = new Set<Entry>()
  #line: Line | null = null
  #running: Promise<void> | null = null
  #isStopped = false

  /**
   * @param open opens a client with one connection
   * @param isUnresponsive whether the database answers nobody, in which case the connection is kept
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

  get client(): Sql | null {
    return this.#line?.sql ?? null
  }

  /**
   * Calls `heard` for each notification on a channel.
   * @param connected called once listening, and again after each interruption: notifications since `missedSince` (ms
   *   since 1970; null the first time) may have been missed
   * @returns when the channel is listened to
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
      // If this fails the connection ends, and the next one attaches all channels.
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
          // Channels that were added while the others were attached.
          return this.#attach(line)
        })
        .catch(() => line.end())
      await line.ended
      clearInterval(watch)
      missedSince = line.isReady ? line.heardAt : (missedSince ?? began)
      line.isReady = false
      // A dead connection cannot be closed gracefully.
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

  /** Listens to every channel that this connection does not listen to yet. */
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
        // Any role of the database may send NOTIFY.
        this.#log.warn({ err: error, channel }, 'db.notification_invalid')
      }
    }
  }

  /** Sends the next echo, or ends the connection when the last one has been pending for too long. */
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
