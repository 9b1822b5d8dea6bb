// Lanes of renderings. The pages of a lane take turns, so that a crowd in one leaves the event loop to the others, and
// each lane has so many places that who is in it is served within a moment. Beyond them nobody waits.
import { performance } from 'node:perf_hooks'
import { counter } from '../../api/observability/instruments.ts'

/** Share of a rendering's time that the event loop was busy, above which others may have waited for it. */
const BUSY = 0.75

type LaneName = 'members' | 'often' | 'strangers'

const renderings = counter(
  'page_lane_total',
  'Requests for pages that had to be rendered, by lane; outcome: admitted, or refused because it was full.',
)

export class Lane {
  readonly name: LaneName
  readonly #turns: number
  readonly #places: number
  readonly #rests: boolean
  #running = 0
  readonly #waiting: (() => void)[] = []

  /**
   * @param turns renderings at a time: while one waits for the database, another one runs
   * @param places those that wait for their turn included
   * @param rests whether a turn that kept the event loop busy is followed by a pause of the same length
   */
  constructor(
    name: LaneName,
    { turns, places, rests = false }: { turns: number; places: number; rests?: boolean },
  ) {
    this.name = name
    this.#turns = turns
    this.#places = places
    this.#rests = rests
    for (const outcome of ['admitted', 'refused']) renderings.inc({ lane: name, outcome }, 0)
  }

  get isFull(): boolean {
    return this.#running + this.#waiting.length >= this.#places
  }

  /** Runs `render` in its turn. @returns false when the lane is full */
  async run(render: () => Promise<void>): Promise<boolean> {
    if (this.isFull) return false
    renderings.inc({ lane: this.name, outcome: 'admitted' })
    if (this.#running < this.#turns) this.#running += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    const began = performance.now()
    const before = performance.eventLoopUtilization()
    try {
      await render()
    } finally {
      const isBusy = performance.eventLoopUtilization(before).utilization > BUSY
      if (this.#rests && isBusy) setTimeout(() => this.#handOver(), performance.now() - began)
      else this.#handOver()
    }
    return true
  }

  #handOver(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running -= 1
  }

  countRefusal(): void {
    renderings.inc({ lane: this.name, outcome: 'refused' })
  }
}

/**
 * A rendering keeps the event loop busy for some 7 ms, during which nobody else is answered: hence one of strangers at a
 * time, and at most half of the time while others are at work. The last place is served within half a second.
 */
export function createLanes(): Record<LaneName, Lane> {
  return {
    members: new Lane('members', { turns: 6, places: 128 }),
    often: new Lane('often', { turns: 4, places: 64 }),
    strangers: new Lane('strangers', { turns: 1, places: 16, rests: true }),
  }
}
