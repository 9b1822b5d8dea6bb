// A year of activity as weeks of days, and in words for whoever does not see the map.
import type { ActiveDay } from './member-queries.ts'

const DAY_MS = 86_400_000
export const WEEKS = 53

/** A day on the map: how many columns from the left, how many rows from Monday down, how strongly it shows (0 to 4). */
export type MapDay = { day: string; posts: number; week: number; weekday: number; strength: number }

export type ActivityYear = {
  days: MapDay[]
  total: number
  /** The first week in which each month begins. */
  months: { name: string; week: number; posts: number }[]
}

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'short', timeZone: 'UTC' })

/** The Indian day of a moment (milliseconds), as YYYY-MM-DD. */
export function indianDay(now: number): string {
  return new Date(now + 5.5 * 3_600_000).toISOString().slice(0, 10)
}

/**
 * The last 53 weeks, Monday first, ending with the week of `today`.
 * @param active days with posts; any outside of these weeks are left out
 */
export function activityYear(active: readonly ActiveDay[], today: string): ActivityYear {
  const end = Date.parse(today)
  const weekday = (new Date(end).getUTCDay() + 6) % 7
  const start = end - (weekday + (WEEKS - 1) * 7) * DAY_MS
  const posts = new Map(active.map((one) => [one.day, one.posts]))
  const days: MapDay[] = []
  const months: ActivityYear['months'] = []
  for (let at = start; at <= end; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    const index = Math.round((at - start) / DAY_MS)
    const count = posts.get(day) ?? 0
    days.push({
      day,
      posts: count,
      week: Math.floor(index / 7),
      weekday: index % 7,
      strength: strength(count),
    })
    if (months.length === 0 || day.endsWith('-01'))
      months.push({ name: MONTH.format(at), week: Math.floor(index / 7), posts: 0 })
    const month = months.at(-1)
    if (month) month.posts += count
  }
  return { days, months, total: days.reduce((sum, one) => sum + one.posts, 0) }
}

function strength(posts: number): number {
  if (posts === 0) return 0
  if (posts === 1) return 1
  if (posts <= 3) return 2
  return posts <= 6 ? 3 : 4
}
