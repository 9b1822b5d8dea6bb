// One person's socket: what arrives is read in order and within bounds, what leaves is dropped together with the
// socket when it isn't taken. Knows frames and channels by name, not what they mean.
import type { WebSocket } from 'ws'
import { decode, encode, type Frame, type Incoming, type Version } from './frames.ts'
import { EVENTS, FRAMES, JOINS, RateWindow } from './rate-window.ts'

/** What may wait to be sent to one client before it is given up. */
const WAITING_BYTES = 1024 * 1024
/** Messages that wait for an earlier one's answer from the database. */
const WAITING_MESSAGES = 200

/** Close codes of RFC 6455 and its registry. */
export const CLOSE = { policy: 1008, restart: 1012, later: 1013 } as const

/** `Channel` is channel.ts's, which knows its socket. */
export class Socket<Channel = unknown> {
  readonly version: Version
  readonly address: string
  /** What the address of the socket named: the credential of a channel that brings none of its own. */
  readonly apiKey: string | null
  readonly channels = new Map<string, Channel>()
  readonly events = new RateWindow(EVENTS)
  readonly joins = new RateWindow(JOINS)
  lastSeen = Date.now()
  readonly #ws: WebSocket
  readonly #frames: RateWindow | null
  readonly #handle: (socket: Socket<Channel>, message: Incoming) => Promise<void> | void
  #waiting = 0
  #tail: Promise<void> | null = null

  constructor(options: {
    ws: WebSocket
    version: Version
    address: string
    apiKey: string | null
    limited: boolean
    handle: (socket: Socket<Channel>, message: Incoming) => Promise<void> | void
    closed: (socket: Socket<Channel>) => void
  }) {
    const { ws } = options
    this.#ws = ws
    this.version = options.version
    this.address = options.address
    this.apiKey = options.apiKey
    this.#handle = options.handle
    this.#frames = options.limited ? new RateWindow(FRAMES) : null
    ws.on('message', (data, binary) => {
      try {
        this.#receive(data as Buffer, binary)
      } catch {
        // An exception in an event handler would end the process: whatever a frame provokes ends its own socket.
        ws.terminate()
      }
    })
    // Answered here and not by the library: pings count as frames, and a client that reads no pongs is given up.
    ws.on('ping', (data) => {
      if (this.#isFlooded()) return
      if (ws.bufferedAmount > WAITING_BYTES) ws.terminate()
      else if (this.isOpen) ws.pong(data)
    })
    ws.on('pong', () => {
      this.lastSeen = Date.now()
    })
    ws.on('close', () => options.closed(this))
    // What the protocol forbids (a payload too long, a frame that is none) closes the socket; there is no more to do.
    ws.on('error', () => ws.terminate())
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN
  }

  send(frame: Frame | null): void {
    if (!frame || !this.isOpen) return
    if (this.#ws.bufferedAmount > WAITING_BYTES) {
      this.#ws.terminate()
      return
    }
    this.#ws.send(frame.data, { binary: frame.binary })
  }

  /** Answers the message that carried `ref`; a message without one expects no answer. */
  reply(to: Incoming, status: 'ok' | 'error', response: object = {}): void {
    if (to.ref === null) return
    const { joinRef, ref, topic } = to
    const payload = JSON.stringify({ status, response })
    this.send(encode(this.version, { joinRef, ref, topic, event: 'phx_reply' }, payload))
  }

  ping(): void {
    if (this.isOpen) this.#ws.ping()
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason)
  }

  terminate(): void {
    this.#ws.terminate()
  }

  /** Counts a frame. @returns whether it was one too many, and the socket is closing */
  #isFlooded(): boolean {
    this.lastSeen = Date.now()
    if (!this.isOpen) return true
    if (this.#frames?.take(this.lastSeen) !== false) return false
    this.close(CLOSE.policy, 'too many messages')
    return true
  }

  #receive(data: Buffer, binary: boolean): void {
    if (this.#isFlooded()) return
    const message = decode(data, binary, this.version)
    if (!message) return
    if (message.topic === 'phoenix') {
      if (message.event === 'heartbeat') this.reply(message, 'ok')
      return
    }
    if (this.#tail === null) {
      this.#follow(this.#handle(this, message))
      return
    }
    this.#waiting += 1
    if (this.#waiting > WAITING_MESSAGES) {
      this.close(CLOSE.policy, 'too many messages')
      return
    }
    this.#follow(
      this.#tail.then(() => {
        this.#waiting -= 1
        return this.isOpen ? this.#handle(this, message) : undefined
      }),
    )
  }

  #follow(work: Promise<void> | void): void {
    if (!work) return
    const tail = work
      .catch(() => this.terminate())
      .finally(() => {
        if (this.#tail === tail) this.#tail = null
      })
    this.#tail = tail
  }
}
