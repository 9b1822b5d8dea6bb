// Limits how much of the pool one kind of work may hold (bulkhead). Excess work queues here instead of in the pool's
// queue, so a member never waits behind guests or behind another member's slow reads, one address behind the requests of
// another, or a small answer behind large ones. A share is never taken by work that holds another of its kind.
import { POOL_WAIT_MS, PoolTimeout } from './pool.ts'

/** Share of the pool that guests may hold. */
const GUESTS = 0.4
/** Concurrent statements per address. */
export const MOST_PER_ADDRESS = 2
/** Share of the pool that all members' API requests may hold together, and how many of one account run at once. */
const MEMBERS = 0.6
const MOST_PER_ACCOUNT = 3
/** Share of the pool that sign-ins and requests about accounts may hold. */
const ACCOUNTS = 0.2
/** Connections that jobs may hold. */
const JOBS = 3

type Waiting = { key: string | null; isHeavy: () => boolean; start: () => void }

export class Share {
  /** Maximum concurrency. */
  readonly size: number
  readonly #perKey: number
  readonly #running = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()
  #held = 0

  /**
   * @param size maximum concurrency
   * @param perKey maximum concurrency per key
   */
  constructor(size: number, perKey = size) {
    this.size = size
    this.#perKey = perKey
  }

  get held(): number {
    return this.#held
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * Runs `work` when there is room for it.
   * @param key counted by `perKey`; null: not counted
   * @param isHeavy whether all others that wait start first; called whenever there is room for one
   * @throws PoolTimeout
   */
  async run<T>(key: string | null, work: () => Promise<T>, isHeavy = () => false): Promise<T> {
    if (!this.#hasRoom(key)) await this.#turn(key, isHeavy)
    else this.#take(key)
    try {
      return await work()
    } finally {
      this.#give(key)
    }
  }

  #hasRoom(key: string | null): boolean {
    return this.#held < this.size && (key === null || (this.#running.get(key) ?? 0) < this.#perKey)
  }

  #take(key: string | null): void {
    this.#held += 1
    if (key !== null) this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
  }

  #give(key: string | null): void {
    this.#held -= 1
    if (key !== null) {
      const left = (this.#running.get(key) ?? 1) - 1
      if (left > 0) this.#running.set(key, left)
      else this.#running.delete(key)
    }
    this.#startWaiting(({ isHeavy }) => !isHeavy())
    this.#startWaiting(() => true)
  }

  /** Starts as many as may run, first come, first served; those of a busy key are overtaken. */
  #startWaiting(isMeant: (waiting: Waiting) => boolean): void {
    for (const waiting of this.#waiting) {
      if (this.#held >= this.size) return
      if (!this.#hasRoom(waiting.key) || !isMeant(waiting)) continue
      this.#waiting.delete(waiting)
      this.#take(waiting.key)
      waiting.start()
    }
  }

  #turn(key: string | null, isHeavy: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        key,
        isHeavy,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        reject(new PoolTimeout('Timed out acquiring connection from connection pool.'))
      }, POOL_WAIT_MS)
      this.#waiting.add(waiting)
    })
  }
}

export type Shares = {
  /** Guests' API requests and the pages rendered for them. */
  guests: Share
  /** Guests' API requests alone: always fewer, so that pages can be rendered. */
  visitors: Share
  /** Members' API requests, counted by account. */
  members: Share
  /** The auth service. */
  accounts: Share
  jobs: Share
}

/** @param poolSize connections of the pool */
export function createShares(poolSize: number): Shares {
  const guests = Math.max(1, Math.floor(poolSize * GUESTS))
  return {
    guests: new Share(guests),
    visitors: new Share(Math.max(1, guests - 1), MOST_PER_ADDRESS),
    members: new Share(Math.max(1, Math.floor(poolSize * MEMBERS)), MOST_PER_ACCOUNT),
    accounts: new Share(Math.max(1, Math.floor(poolSize * ACCOUNTS))),
    jobs: new Share(Math.min(JOBS, Math.max(1, Math.floor(poolSize / 2)))),
  }
}
