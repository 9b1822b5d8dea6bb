// Plain text of stored HTML, for excerpts, descriptions and counts. A post is shortened by `excerptOf` alone, wherever that is:
// what its writer quotes must not pass for the writer's own words.
import { cut } from './cut.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Tags within a word or before its full stop: they separate nothing. */
const INLINE_TAG = /<\/?(?:a|b|code|del|em|i|mark|s|span|strong|sub|sup|u)(?:\s[^>]*)?>/gi

/** Between the cells and the rows of a table (private.separate_cells does the same). */
const CELL_END = /(<\/t[dhr]>)(?=<t[dhr][ >])/g

/** The text of `html` without markup, with white space collapsed. */
export function plainText(html: string): string {
  return (
    html
      .replace(CELL_END, '$1 · ')
      .replace(INLINE_TAG, '')
      // The last one may be cut.
      .replace(/<[^<>]*(?:>|$)/g, ' ')
      .replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
        if (decimal) return codePoint(Number(decimal), whole)
        if (hex) return codePoint(Number.parseInt(hex, 16), whole)
        return ENTITIES[String(name).toLowerCase()] ?? whole
      })
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Letters of HTML that are read for each letter shown. If they are too few, the whole text is read. */
const HTML_PER_LETTER = 4

/**
 * The beginning of what the writer of a post said, without quotations and blocks of code, cut to `length`. Of a post that has
 * nothing else it is the code, or the quotation between quotation marks. It reads only as much of a long post as it shows.
 */
export function excerptOf(html: string, length: number): string {
  // Behind a tag's end no tag or entity is cut in two.
  const end = html.indexOf('>', length * HTML_PER_LETTER) + 1
  if (end > 0 && end < html.length) {
    const beginning = plainText(partsOf(html.slice(0, end)).own)
    const shown = cut(beginning, length)
    if (shown !== beginning) return shown
  }
  const { own, code, quoted } = partsOf(html)
  const said = plainText(own) || plainText(code)
  if (said !== '') return cut(said, length)
  const words = cut(plainText(quoted), length)
  return words === '' ? '' : `“${words}”`
}

/** An excerpt of the database (`public.excerpt`), which is longer than a list shows, cut to `length`. */
export function cutExcerpt(excerpt: string, length: number): string {
  const quoted = /^“([^“”]*)”$/.exec(excerpt)?.[1]
  return quoted === undefined ? cut(excerpt, length) : `“${cut(quoted, length)}”`
}

const QUOTATION_OR_CODE = /<(\/?)(blockquote|pre)(?:\s[^<>]*)?>/gi

/** A post's HTML by whose words they are: the writer's, code, and quotations with what is in them. */
function partsOf(html: string) {
  const parts = { own: '', code: '', quoted: '' }
  let quotations = 0
  let blocks = 0
  let from = 0
  const take = (to: number) => {
    parts[quotations > 0 ? 'quoted' : blocks > 0 ? 'code' : 'own'] += ` ${html.slice(from, to)}`
  }
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(QUOTATION_OR_CODE)) {
    take(index)
    from = index + tag.length
    const step = slash ? -1 : 1
    if (name.toLowerCase() === 'pre') blocks = Math.max(0, blocks + step)
    else quotations = Math.max(0, quotations + step)
  }
  take(html.length)
  return parts
}

function codePoint(value: number, whole: string): string {
  return value > 0 && value <= 0x10ffff ? String.fromCodePoint(value) : whole
}
