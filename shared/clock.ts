// The time that a page is written with. What a page says about time can only be asked here, and each answer names the
// moment at which it changes, so that a page that is kept knows until when its words are true (server/pages/cache.ts).

type OnChange = (at: number) => void

export class Clock {
  readonly #now: number
  readonly #onChange: OnChange | undefined

  /**
   * @param now milliseconds since 1970; for `new Date(clock.…)` there is no way out, on purpose
   * @param onChange called with each moment at which something that was said changes; a browser renders again anyway
   */
  constructor(now: number, onChange?: OnChange) {
    this.#now = now
    this.#onChange = onChange
  }

  /** Whether the moment `at` is over, in milliseconds. */
  hasPassed(at: number): boolean {
    if (this.#now >= at) return true
    this.#onChange?.(at)
    return false
  }

  /** How many times `length` has passed since `start`, both in milliseconds. Not a number: it never changes. */
  periodsSince(start: number, length: number): number {
    const periods = Math.floor((this.#now - start) / length)
    this.#onChange?.(start + (periods + 1) * length)
    return periods
  }
}
