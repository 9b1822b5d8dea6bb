// Limits what the channels of one address hold in memory, over all its sockets: a join is small to send and stays as
// long as its socket.
import { limitKey } from '../limits/client-address.ts'

/** Enough for fifty visitors behind one address with a hundred filters each. */
const BYTES_PER_ADDRESS = 2 * 1024 * 1024

export class AddressBudget {
  readonly #held = new Map<string, number>()

  /** @returns whether there is room for so many bytes; if so they are taken */
  take(address: string, bytes: number): boolean {
    const key = limitKey(address)
    const held = (this.#held.get(key) ?? 0) + bytes
    if (held > BYTES_PER_ADDRESS) return false
    this.#held.set(key, held)
    return true
  }

  give(address: string, bytes: number): void {
    const key = limitKey(address)
    const left = (this.#held.get(key) ?? 0) - bytes
    if (left > 0) this.#held.set(key, left)
    else this.#held.delete(key)
  }
}
