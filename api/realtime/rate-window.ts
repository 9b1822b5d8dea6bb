// Limits how often one socket may do something: a number of times in a window that begins with the first one.

/** Limits per socket; exceeding one affects this socket only. */
export const EVENTS = { points: 10, milliseconds: 1_000 }
export const PRESENCE = { points: 5, milliseconds: 30_000 }
export const JOINS = { points: 100, milliseconds: 10_000 }
/** Every incoming frame, including heartbeats and invalid ones; exceeding it closes the socket. */
export const FRAMES = { points: 500, milliseconds: 1_000 }

export class RateWindow {
  readonly #rule: { points: number; milliseconds: number }
  #since = 0
  #taken = 0

  constructor(rule: { points: number; milliseconds: number }) {
    this.#rule = rule
  }

  /** @returns whether it is within the limit */
  take(now = Date.now()): boolean {
    if (now - this.#since >= this.#rule.milliseconds) {
      this.#since = now
      this.#taken = 0
    }
    this.#taken += 1
    return this.#taken <= this.#rule.points
  }
}
