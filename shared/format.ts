// Numbers and dates as India reads them. One formatter, whose output is the same bytes on both sides.

const NUMBER = new Intl.NumberFormat('en-IN')
const IST = 'Asia/Kolkata'
const DATE = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: IST,
})
const YEAR = new Intl.DateTimeFormat('en-IN', { year: 'numeric', timeZone: IST })
const MOMENT = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: IST,
})

const TIME = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit', timeZone: IST })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LAKH = 100_000
const CRORE = 100 * LAKH

/** 1234567 as '12,34,567'. */
export function formatNumber(value: number): string {
  return NUMBER.format(value)
}

/** A figure for a narrow place: '940', '12.3K', '4.5 lakh', '2 crore'. */
export function formatCompact(value: number): string {
  if (value < 10_000) return NUMBER.format(value)
  if (value < LAKH) return `${oneDecimal(value / 1_000)}K`
  if (value < CRORE) return `${oneDecimal(value / LAKH)} lakh`
  return `${oneDecimal(value / CRORE)} crore`
}

/** '5 Nov 2026', in Indian time. */
export function formatDate(iso: string): string {
  return plain(DATE.format(new Date(iso)))
}

/** The year of `now` (milliseconds) by the Indian calendar. */
export function yearInIndia(now: number): string {
  return YEAR.format(now)
}

/** '5 Nov 2026, 3:42 pm IST'. */
export function formatMoment(iso: string): string {
  return `${plain(MOMENT.format(new Date(iso)))} IST`
}

/** '3:42 pm', in Indian time. */
export function formatTime(iso: string): string {
  return plain(TIME.format(new Date(iso)))
}

/** 'Today', 'Yesterday', else '5 Nov 2026', as India's calendar has it at `now` (milliseconds). */
export function formatDay(iso: string, now: number): string {
  const day = formatDate(iso)
  if (day === formatDate(new Date(now).toISOString())) return 'Today'
  return day === formatDate(new Date(now - DAY).toISOString()) ? 'Yesterday' : day
}

/**
 * SPEC.md section 9: under 1 minute 'Just now', then minutes, hours, days up to 6, then a date.
 * @param now milliseconds; given, so that a page and its hydration agree
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

/** ICU versions differ in the kind of space before am and pm, and hydration compares bytes. */
function plain(text: string): string {
  return text.replace(/[\u202f\u00a0]/g, ' ')
}
