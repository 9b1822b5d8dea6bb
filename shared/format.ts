// Formats numbers and dates for India. One formatter for both sides, so that hydration finds equal text.

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

/** The year of `now` (milliseconds) in Indian time. */
export function yearInIndia(now: number): string {
  return String(inIndia(now).getUTCFullYear())
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

/** 'Today', 'Yesterday', else '5 Nov 2026', in Indian time at `now` (milliseconds). */
export function formatDay(iso: string, now: number): string {
  const day = formatDate(iso)
  if (day === formatDate(new Date(now).toISOString())) return 'Today'
  return day === formatDate(new Date(now - DAY).toISOString()) ? 'Yesterday' : day
}

/**
 * SPEC.md section 9: under 1 minute 'Just now', then minutes, hours, days up to 6, then a date.
 * @param now milliseconds; a parameter, so that a page and its hydration agree
 */
export function formatRelative(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (age < MINUTE) return 'Just now'
  if (age < HOUR) return ago(Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return ago(Math.floor(age / HOUR), 'hour')
  if (age < 7 * DAY) return ago(Math.floor(age / DAY), 'day')
  return formatDate(iso)
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
