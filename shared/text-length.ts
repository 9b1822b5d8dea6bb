// The length of a text, as the database counts it (`private.shown_length`, `private.text_length`), so that forms and
// database agree.

/** Invisible characters, which are allowed (Hindi words and emoji need some of them) but not counted. */
const DRAWN_AS_NOTHING = /(?![\t-\r])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu

/** Visible characters (code points) of a plain text: trimmed, with white space collapsed. */
export function shownLength(text: string): number {
  const shown = text.replace(DRAWN_AS_NOTHING, '').replace(/\s+/gu, ' ').replace(/^ | $/g, '')
  let length = 0
  for (const _ of shown) length += 1
  return length
}

/** Visible characters of `html`, without markup. */
export function textLength(html: string): number {
  return shownLength(html.replace(/<[^<>]*>/g, ''))
}
