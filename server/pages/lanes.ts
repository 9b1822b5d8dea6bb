// Lanes of renderings. The pages of a lane take turns, so that a crowd in one leaves the event loop to the others, and
// each lane has so many places that who is in it is served within a moment. Beyond them nobody waits.
import { counter } from '../../api/observability/instruments.ts'

type LaneName = 'members' | 'often' | 'strangers'

const renderings = counter(
  'page_lane_total',
  'Requests for pages that had to be rendered, by lane; outcome: admitted, or refused because it was full.',
)

export class Lane {
  readonly name: LaneName
  readonly #turns: number
  readonly #places: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  /**
   * @param turns renderings at a time: while one waits for the database, another one runs
   * @param places those that wait for their turn included
   */
  constructor(name: LaneName, { turns, places }: { turns: number; places: number }) {
    this.name = name
    this.#turns = turns
    this.#places = places
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
    try {
      await render()
    } finally {
      const next = this.#waiting.shift()
      // The turn is handed over.
      if (next) next()
      else this.#running -= 1
    }
    return true
  }

  countRefusal(): void {
    renderings.inc({ lane: this.name, outcome: 'refused' })
  }
}

/** A rendering takes some 7 ms of the processor, so that the last place of strangers is served after a tenth of a second. */
export function createLanes(): Record<LaneName, Lane> {
  return {
    members: new Lane('members', { turns: 6, places: 128 }),
    often: new Lane('often', { turns: 4, places: 64 }),
    strangers: new Lane('strangers', { turns: 2, places: 16 }),
  }
}
