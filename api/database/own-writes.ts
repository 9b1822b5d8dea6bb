// Read-your-writes for cached pages. Pages are evicted by change events, which arrive a moment after the commit. A
// write therefore sends a marker behind its events, and is answered once the marker has returned and the eviction is
// done.
import { randomBytes } from 'node:crypto'
import type { Listener } from './listener.ts'

export const CHANNEL = 'own_writes'
/** A listener that takes longer has lost its connection, and its pages are evicted anyway. */
const WAIT_MS = 1_000

export class OwnWrites {
  readonly #node = randomBytes(6).toString('base64url')
  readonly #waiting = new Map<string, () => void>()
  #last = 0
  readonly #settled: () => Promise<unknown>

  /** @param settled waits for the effects of the events received so far */
  constructor(settled: () => Promise<unknown>) {
    this.#settled = settled
  }

  /** The marker to send with the next write. */
  next(): string {
    this.#last += 1
    return `${this.#node} ${this.#last}`
  }

  /** Stops waiting for `marker`. */
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

  /** Receives markers on the same connection as the events, in commit order. */
  async listen(listener: Listener): Promise<void> {
    await listener.listen(CHANNEL, (marker) => {
      const acknowledge = this.#waiting.get(marker)
      if (acknowledge) void this.#settled().then(acknowledge)
    })
  }
}
