// A client's socket: incoming frames are handled in order and within limits; a client that does not read is
// disconnected. Independent of the meaning of frames and channels.
import type { WebSocket } from 'ws'
import { RULES, type Rule } from '../limits/rules.ts'
import { decode, encode, type Frame, type Incoming, type Version } from './frames.ts'

const WAITING_BYTES = 1024 * 1024
const WAITING_MESSAGES = 200
/** Of frames that wait for the one before them. Beyond it nothing more is read from the client meanwhile. */
const UNHANDLED_BYTES = 256 * 1024

/** Close codes of RFC 6455 and its registry. */
export const CLOSE = { policy: 1008, restart: 1012, later: 1013 } as const

/** Limits how often a socket may do something: a number of times in a window that begins with the first one. */
export class RateWindow {
  readonly #rule: Rule
  #since = 0
  #taken = 0

  constructor(rule: Rule) {
    this.#rule = rule
  }

  /** @returns whether it is within the limit */
  take(now = Date.now()): boolean {
    if (now - this.#since >= this.#rule.seconds * 1_000) {
      this.#since = now
      this.#taken = 0
    }
    this.#taken += 1
    return this.#taken <= this.#rule.points
  }
}

/** The type of channel.ts, which refers to its socket. */
export class Socket<Channel = unknown> {
  readonly version: Version
  readonly address: string
  /** The API key in the socket's URL: the credential of channels without their own. */
  readonly apiKey: string | null
  readonly channels = new Map<string, Channel>()
  readonly events = new RateWindow(RULES['socket-events'])
  readonly joins = new RateWindow(RULES['socket-joins'])
  lastSeen = Date.now()
  readonly #ws: WebSocket
  readonly #frames: RateWindow | null
  readonly #handle: (socket: Socket<Channel>, message: Incoming) => Promise<void> | void
  #waiting = 0
  #unhandledBytes = 0
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
    this.#frames = options.limited ? new RateWindow(RULES['socket-frames']) : null
    ws.on('message', (data, binary) => {
      try {
        this.#receive(data as Buffer, binary)
      } catch {
        // An exception in an event handler would end the process, so it closes the socket.
        ws.terminate()
      }
    })
    // Answered here, not by the library: pings count as frames, and a client that reads no pongs is disconnected.
    ws.on('ping', (data) => {
      if (this.#isFlooded()) return
      if (ws.bufferedAmount > WAITING_BYTES) ws.terminate()
      else if (this.isOpen) ws.pong(data)
    })
    ws.on('pong', () => {
      this.lastSeen = Date.now()
    })
    ws.on('close', () => options.closed(this))
    // Protocol errors (oversized payload, invalid frame) close the socket.
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

  /** Replies to the message with `ref`; without one no reply is expected. */
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

  /** Counts a frame. @returns whether the limit is exceeded, and the socket is closing */
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
    const bytes = data.byteLength
    this.#waiting += 1
    this.#unhandledBytes += bytes
    if (this.#unhandledBytes > UNHANDLED_BYTES) this.#ws.pause()
    if (this.#waiting > WAITING_MESSAGES) {
      this.close(CLOSE.policy, 'too many messages')
      return
    }
    this.#follow(
      this.#tail.then(() => {
        this.#waiting -= 1
        this.#unhandledBytes -= bytes
        if (this.#ws.isPaused && this.#unhandledBytes <= UNHANDLED_BYTES) this.#ws.resume()
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
