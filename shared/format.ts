// Formats numbers and dates for India. One formatter for both sides, so that hydration finds equal text.
import type { Clock } from './clock.ts'

const NUMBER = new Intl.NumberFormat('en-IN')
const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'short', timeZone: 'UTC' })
const MONTHS = Array.from({ length: 12 }, (_, month) => MONTH.format(Date.UTC(2024, month)))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** India has one time zone, without summer time. */
const IST_AHEAD = 5.5 * HOUR
const LAKH = 100_000
const CRORE = 100 * LAKH

/** 1234567 as '12,34,567'. */
export function formatNumber(value: number): string {
  return NUMBER.format(value)
}

/** A short form for narrow places: '940', '12.3K', '4.5 lakh', '2 crore'. */
export function formatCompact(value: number): string {
  if (value < 10_000) return NUMBER.format(value)
  if (value < LAKH) return `${oneDecimal(value / 1_000)}K`
  if (value < CRORE) return `${oneDecimal(value / LAKH)} lakh`
  return `${oneDecimal(value / CRORE)} crore`
}

// Dates by arithmetic: a page shows a hundred, and the formatter of `Intl` takes some microseconds for each. ICU
// versions also differ in the kind of space before am and pm, and hydration compares text.

/** A date whose UTC fields are those of Indian time. */
function inIndia(at: string | number): Date {
  return new Date(new Date(at).getTime() + IST_AHEAD)
}

/** '5 Nov 2026', in Indian time. */
export function formatDate(iso: string): string {
  return dateOf(inIndia(iso))
}

function dateOf(at: Date): string {
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

/** The Indian date by `clock`, as YYYY-MM-DD. */
export function dayInIndia(clock: Clock): string {
  const days = clock.periodsSince(-IST_AHEAD, DAY)
  return new Date(days * DAY).toISOString().slice(0, 10)
}

/** The year by `clock` in Indian time, from 2024 on: counted by years, because the day would change each midnight. */
export function yearInIndia(clock: Clock): string {
  let year = 2024
  while (clock.hasPassed(Date.UTC(year + 1, 0) - IST_AHEAD)) year += 1
  return String(year)
}

/** '5 Nov 2026, 3:42 pm IST'. */
export function formatMoment(iso: string): string {
  const at = inIndia(iso)
  return `${dateOf(at)}, ${timeOf(at)} IST`
}

/** '3:42 pm', in Indian time. */
export function formatTime(iso: string): string {
  return timeOf(inIndia(iso))
}

function timeOf(at: Date): string {
  const hour = at.getUTCHours()
  return `${hour % 12 || 12}:${String(at.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** 'Today', 'Yesterday', else '5 Nov 2026', in Indian time by `clock`. */
export function formatDay(iso: string, clock: Clock): string {
  const midnight = Math.floor((Date.parse(iso) + IST_AHEAD) / DAY) * DAY - IST_AHEAD
  if (!clock.hasPassed(midnight + DAY) && clock.hasPassed(midnight)) return 'Today'
  if (!clock.hasPassed(midnight + 2 * DAY) && clock.hasPassed(midnight + DAY)) return 'Yesterday'
  return formatDate(iso)
}

/**
 * SPEC.md section 9: under 1 minute 'Just now', then minutes, hours, days up to 6, then a date, which never changes.
 * @param clock the page's, so that a page and its hydration agree
 */
export function formatRelative(iso: string, clock: Clock): string {
  const at = Date.parse(iso)
  if (clock.hasPassed(at + 7 * DAY)) return formatDate(iso)
  if (clock.hasPassed(at + DAY)) return ago(clock.periodsSince(at, DAY), 'day')
  if (clock.hasPassed(at + HOUR)) return ago(clock.periodsSince(at, HOUR), 'hour')
  return clock.hasPassed(at + MINUTE) ? ago(clock.periodsSince(at, MINUTE), 'minute') : 'Just now'
}

/** '1 reply', '2 replies', '12,345 replies'. */
export function count(value: number, one: string, many: string): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}

function ago(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'} ago`
}

function oneDecimal(value: number): string {
  return NUMBER.format(Math.floor(value * 10) / 10)
}
