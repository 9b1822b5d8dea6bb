// Texts cut to a length.

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
