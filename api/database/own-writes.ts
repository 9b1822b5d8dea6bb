// Who wrote and reloads must see what they wrote. Pages are dropped by change events, which arrive a moment after
// the commit; so a write sends a marker of its own behind its events, and is answered when the marker is back and what
// the events set off is done.
import { randomBytes } from 'node:crypto'
import type { Listener } from './listener.ts'

export const CHANNEL = 'own_writes'
/** A listener that is slower than this has lost its connection, and its pages are dropped anyway. */
const WAIT_MS = 1_000

export class OwnWrites {
  readonly #node = randomBytes(6).toString('base64url')
  readonly #waiting = new Map<string, () => void>()
  #last = 0
  readonly #settled: () => Promise<unknown>

  /** @param settled waits for what the events received so far have set off */
  constructor(settled: () => Promise<unknown>) {
    this.#settled = settled
  }

  /** The marker to send with the next write. */
  next(): string {
    this.#last += 1
    return `${this.#node} ${this.#last}`
  }

  /** Nobody waits for `marker` any more. */
  forget(marker: string): void {
    this.#waiting.get(marker)?.()
  }

  /** Resolves when the events before `marker` have been received. */
  waitFor(marker: string): Promise<void> {
    return new Promise((resolve) => {
      const acknowledge = () => {
        clearTimeout(timer)
        this.#waiting.delete(marker)
        resolve()
      }
      const timer = setTimeout(acknowledge, WAIT_MS)
      this.#waiting.set(marker, acknowledge)
    })
  }

  /** Hears words over the connection that hears the events too, in the order of the commits. */
  async listen(listener: Listener): Promise<void> {
    await listener.listen(CHANNEL, (marker) => {
      const acknowledge = this.#waiting.get(marker)
      if (acknowledge) void this.#settled().then(acknowledge)
    })
  }
}
