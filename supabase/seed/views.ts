// When a sample discussion was read: its views, spread over its life as readers come, many at first and ever fewer.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** As private.fold_view_counts keeps them: hours for three days, days before. */
const HOURS_FOR_MS = 3 * DAY_MS

export type ViewCount = { since: string; views: number }

/**
 * @param views all that there are; the parts add up to them
 * @param age of the discussion at `now`, in milliseconds
 */
export function spreadViews(views: number, age: number, now: number): ViewCount[] {
  const began = now - age
  const hoursFrom = Math.floor((now - HOURS_FOR_MS) / DAY_MS) * DAY_MS
  /** How many had come by then. */
  const until = (at: number) =>
    Math.round((views * Math.log1p(Math.min(at - began, age) / DAY_MS)) / Math.log1p(age / DAY_MS))
  const counts: ViewCount[] = []
  let since = Math.floor(began / DAY_MS) * DAY_MS
  if (since >= hoursFrom) since = Math.floor(began / HOUR_MS) * HOUR_MS
  let counted = 0
  while (since < now) {
    const end = since + (since < hoursFrom ? DAY_MS : HOUR_MS)
    const come = until(end)
    if (come > counted) counts.push({ since: new Date(since).toISOString(), views: come - counted })
    counted = come
    since = end
  }
  return counts
}
