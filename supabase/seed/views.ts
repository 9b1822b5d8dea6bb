// Spreads the views of a sample thread over its age, many at first and fewer later.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** private.fold_view_counts keeps hours for three days, and days before that. */
const HOURS_FOR_MS = 3 * DAY_MS

export type ViewCount = { since: string; views: number }

/**
 * @param views the total; the parts add up to it
 * @param age of the thread at `now`, in milliseconds
 */
export function spreadViews(views: number, age: number, now: number): ViewCount[] {
  const began = now - age
  const hoursFrom = Math.floor((now - HOURS_FOR_MS) / DAY_MS) * DAY_MS
  /** The views until then. */
  const viewsUntil = (at: number) =>
    Math.round((views * Math.log1p(Math.min(at - began, age) / DAY_MS)) / Math.log1p(age / DAY_MS))
  const counts: ViewCount[] = []
  let since = Math.floor(began / DAY_MS) * DAY_MS
  if (since >= hoursFrom) since = Math.floor(began / HOUR_MS) * HOUR_MS
  let counted = 0
  while (since < now) {
    const end = since + (since < hoursFrom ? DAY_MS : HOUR_MS)
    const total = viewsUntil(end)
    if (total > counted) counts.push({ since: new Date(since).toISOString(), views: total - counted })
    counted = total
    since = end
  }
  return counts
}
