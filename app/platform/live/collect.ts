// Collects the events of a burst, such as 80 rows changed by one press, so that they are answered together: each answer
// is a request or more, in every open tab.

/** A burst ends when nothing came for as long … */
const QUIET_MS = 300
/** … or after this, so that one that does not end is answered too. */
const LONGEST_MS = 3_000

type Collected<Event> = {
  add: (event: Event) => void
  /** Forgets what was not answered yet. */
  drop: () => void
}

export function collect<Event>(answer: (events: readonly Event[]) => void): Collected<Event> {
  let events: Event[] = []
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const drop = () => {
    clearTimeout(timer)
    events = []
  }
  return {
    add: (event) => {
      const now = Date.now()
      if (events.length === 0) since = now
      events.push(event)
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          const burst = events
          drop()
          answer(burst)
        },
        Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - now)),
      )
    },
    drop,
  }
}
