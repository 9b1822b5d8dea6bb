// Text that the bundled fonts support: Latin with accents, Devanagari, and common symbols.

const UNKNOWN =
  /[^\u0020-\u007e\u00a0-\u017f\u02c6\u02dc\u0900-\u097f\u200c-\u200d\u2010-\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u20b9\u2122]/gu
const LETTERS = /\p{L}/gu
/** Minimum share of supported letters. */
const ENOUGH = 0.7

/** Whether the fonts support enough of `text`, ignoring emoji and symbols. */
export function isDrawable(text: string): boolean {
  const letters = text.match(LETTERS)?.length ?? 0
  const left = text.replace(UNKNOWN, '').match(LETTERS)?.length ?? 0
  return letters === 0 ? /\d/.test(text) : left / letters >= ENOUGH
}

/** `text` without unsupported characters, in one line, cut to `length` characters. */
export function drawable(text: string, length: number): string {
  const known = text.normalize('NFC').replace(UNKNOWN, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...new Intl.Segmenter('en').segment(known.slice(0, length * 4))]
  if (characters.length <= length) return known
  return `${characters
    .slice(0, length)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`
}
