// Days and times in India, wherever the browser is: the publication time of an article, reminders, and yesterday.

const IST_AHEAD_MS = 5.5 * 60 * 60 * 1_000
const TYPED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
const DAY_MS = 24 * 60 * 60 * 1_000

/** A time as the value of a datetime-local field: '2026-11-22T09:00'. */
export function toIndianField(iso: string): string {
  return new Date(Date.parse(iso) + IST_AHEAD_MS).toISOString().slice(0, 16)
}

/** The time of such a value; null if it is empty or invalid. */
export function fromIndianField(typed: string): string | null {
  if (!TYPED.test(typed)) return null
  const at = new Date(`${typed}:00+05:30`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** Nine in the morning of the next day in India. */
export function tomorrowMorning(now: number): string {
  return `${indianDay(now + DAY_MS)}T09:00`
}

/** Eight in the evening of today in India; null from half an hour before. */
export function tonight(now: number): string | null {
  const at = `${indianDay(now)}T20:00`
  return at > toIndianField(new Date(now + DAY_MS / 48).toISOString()) ? at : null
}

/** Nine in the morning of the next Monday in India. */
export function nextMonday(now: number): string {
  const weekday = new Date(now + IST_AHEAD_MS).getUTCDay()
  return `${indianDay(now + ((8 - weekday) % 7 || 7) * DAY_MS)}T09:00`
}

function indianDay(now: number): string {
  return toIndianField(new Date(now).toISOString()).slice(0, 10)
}

/** Whether `iso` is later than `now`, by at most 366 days. */
export function isFuture(iso: string | null, now: number): boolean {
  const ahead = iso === null ? 0 : Date.parse(iso) - now
  return ahead > 0 && ahead <= 366 * DAY_MS
}

/** The beginning of the day before, in India. @param now milliseconds since 1970 */
export function startOfYesterday(now: number): string {
  const today = Math.floor((now + IST_AHEAD_MS) / DAY_MS) * DAY_MS
  return new Date(today - DAY_MS - IST_AHEAD_MS).toISOString()
}
