// Plain text of stored HTML, for excerpts, descriptions and counts.

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

/** The text of `html` without markup, with white space collapsed. */
export function plainText(html: string): string {
  return html
    .replace(INLINE_TAG, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
      if (decimal) return codePoint(Number(decimal), whole)
      if (hex) return codePoint(Number.parseInt(hex, 16), whole)
      return ENTITIES[String(name).toLowerCase()] ?? whole
    })
    .replace(/\s+/g, ' ')
    .trim()
}

const CHARACTERS = new Intl.Segmenter('en')
/** Characters that are a grapheme by themselves, whatever follows within the set. */
const SIMPLE = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u20b9]*$/

/** `text` cut to `length` graphemes plus an ellipsis, so that no emoji or combined letter is split. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  if (SIMPLE.test(text.slice(0, length + 1))) return `${text.slice(0, length).trimEnd()}…`
  let characters = 0
  // Iterated, because segmenting is slow and only the beginning of a long text is needed.
  for (const { index } of CHARACTERS.segment(text)) {
    if (characters === length) return `${text.slice(0, index).trimEnd()}…`
    characters += 1
  }
  return text
}

function codePoint(value: number, whole: string): string {
  return value > 0 && value <= 0x10ffff ? String.fromCodePoint(value) : whole
}
