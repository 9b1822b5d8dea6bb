// Who wrote and reloads must see what they wrote. Pages are dropped by change events, which arrive a moment after
// the commit; so a write sends a word of its own behind its events, and is answered when the word is back and what
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

  /** @param settled waits for what the events heard so far have set off */
  constructor(settled: () => Promise<unknown>) {
    this.#settled = settled
  }

  /** The word to send with the next write. */
  next(): string {
    this.#last += 1
    return `${this.#node} ${this.#last}`
  }

  /** Nobody waits for `word` any more. */
  forget(word: string): void {
    this.#waiting.get(word)?.()
  }

  /** Resolves when the events before `word` have been heard. */
  until(word: string): Promise<void> {
    return new Promise((resolve) => {
      const heard = () => {
        clearTimeout(timer)
        this.#waiting.delete(word)
        resolve()
      }
      const timer = setTimeout(heard, WAIT_MS)
      this.#waiting.set(word, heard)
    })
  }

  /** Hears words over the connection that hears the events too, in the order of the commits. */
  async listen(listener: Listener): Promise<void> {
    await listener.listen(CHANNEL, (word) => {
      const heard = this.#waiting.get(word)
      if (heard) void this.#settled().then(heard)
    })
  }
}
