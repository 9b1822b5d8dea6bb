// Formats numbers and dates for India, in the language of the build. One formatter for both sides, so that hydration
// finds equal text.
import * as t from '#words/format.ts'
import type { Clock } from './clock.ts'

// The same digits and groups in all languages.
const NUMBER = new Intl.NumberFormat('en-IN')

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
  if (value < LAKH) return t.thousands(oneDecimal(value / 1_000))
  if (value < CRORE) return t.lakhs(oneDecimal(value / LAKH))
  return t.crores(oneDecimal(value / CRORE))
}

// Dates by arithmetic: a page shows a hundred, and the formatter of `Intl` takes some microseconds for each. ICU
// versions also differ in the kind of space before am and pm, and hydration compares text.

/** A date whose UTC fields are those of Indian time. */
function inIndia(at: string | number): Date {
  return new Date(new Date(at).getTime() + IST_AHEAD)
}

/** The words of a moment. Those of the page's language; the server has those of all languages. */
const OWN = { months: t.months, time: t.time }

/** '5 Nov 2026', in Indian time. */
export function formatDate(iso: string): string {
  return dateOf(inIndia(iso))
}

/** 'Nov'. @param month from 0 */
export const monthName = (month: number, words = OWN): string => words.months[month] ?? ''

function dateOf(at: Date, words = OWN): string {
  return `${at.getUTCDate()} ${monthName(at.getUTCMonth(), words)} ${at.getUTCFullYear()}`
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

/** '5 Nov 2026, 3:42 pm IST'. @param words of another language than the page's */
export function formatMoment(iso: string, words = OWN): string {
  const at = inIndia(iso)
  return `${dateOf(at, words)}, ${timeOf(at, words)} IST`
}

/** '3:42 pm', in Indian time. */
export function formatTime(iso: string): string {
  return timeOf(inIndia(iso))
}

function timeOf(at: Date, words = OWN): string {
  const hour = at.getUTCHours()
  return words.time(`${hour % 12 || 12}:${String(at.getUTCMinutes()).padStart(2, '0')}`, hour)
}

/** 'Today', 'Yesterday', else '5 Nov 2026', in Indian time by `clock`. */
export function formatDay(iso: string, clock: Clock): string {
  const midnight = Math.floor((Date.parse(iso) + IST_AHEAD) / DAY) * DAY - IST_AHEAD
  if (!clock.hasPassed(midnight + DAY) && clock.hasPassed(midnight)) return t.today
  if (!clock.hasPassed(midnight + 2 * DAY) && clock.hasPassed(midnight + DAY)) return t.yesterday
  return formatDate(iso)
}

/**
 * SPEC.md section 9: under 1 minute 'Just now', then minutes, hours, days up to 6, then a date, which never changes.
 * @param clock the page's, so that a page and its hydration agree
 */
export function formatRelative(iso: string, clock: Clock): string {
  const at = Date.parse(iso)
  if (clock.hasPassed(at + 7 * DAY)) return formatDate(iso)
  if (clock.hasPassed(at + DAY)) return t.daysAgo(clock.periodsSince(at, DAY))
  if (clock.hasPassed(at + HOUR)) return t.hoursAgo(clock.periodsSince(at, HOUR))
  return clock.hasPassed(at + MINUTE) ? t.minutesAgo(clock.periodsSince(at, MINUTE)) : t.justNow
}

/** '1 reply', '2 replies', '12,345 replies'. */
export function count(value: number, one: string, many: string): string {
  return `${formatNumber(value)} ${t.isOne(value) ? one : many}`
}

function oneDecimal(value: number): string {
  return NUMBER.format(Math.floor(value * 10) / 10)
}
