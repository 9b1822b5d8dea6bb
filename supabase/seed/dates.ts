// When the sample's texts were written: by an age that counts back from the installation, or on a day of the calendar.

const SECOND_MS = 1_000
const UNIT_MS: Readonly<Record<string, number>> = {
  m: 60 * SECOND_MS,
  h: 3_600 * SECOND_MS,
  d: 86_400 * SECOND_MS,
}

/** A year from 2025 on: whoever reads the text later must see when it was written. */
const YEAR = /\b20(2[5-9]|[3-9]\d)\b/

type Dated = {
  ago: string | undefined
  on: string | undefined
  /** From its beginning to its last reply, in milliseconds. */
  lasting: number
}

/**
 * The age of a thread at `now`, in milliseconds. @throws Error for a text that names a year and has no day
 */
export function ageOf({ ago, on, lasting }: Dated, text: string, now: number): number {
  if ((ago === undefined) === (on === undefined)) throw new Error('needs either ago or on')
  if (ago !== undefined) {
    if (YEAR.test(text)) throw new Error('names a year, and so needs a day (on) instead of an age (ago)')
    return duration(ago)
  }
  // Where the clock is behind the day, the thread ends now.
  return Math.max(now - Date.parse(on ?? ''), lasting)
}

/** The first line of an article, in its language. */
export function lawAsOn(day: string, title: string): string {
  return /\p{Script=Devanagari}/u.test(title)
    ? `यह लेख ${formatDay(day, 'hi-IN')} को लागू नियमों के अनुसार है।`
    : `Law as on ${formatDay(day, 'en-IN')}.`
}

function formatDay(day: string, locale: string): string {
  return new Date(day).toLocaleDateString(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** Milliseconds of '12d 4h', '30m' and the like. */
export function duration(text: string): number {
  return text
    .trim()
    .split(/\s+/)
    .reduce((sum, part) => {
      const [, count, unit = ''] = /^(\d+)([mhd])$/.exec(part) ?? []
      if (count === undefined) throw new Error(`${JSON.stringify(text)} is not a time such as 12d 4h`)
      return sum + Number(count) * (UNIT_MS[unit] ?? 0)
    }, 0)
}
