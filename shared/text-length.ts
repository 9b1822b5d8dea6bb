// The length of a text, as the database counts it (`private.shown_length`, `private.text_length`), so that forms and
// database agree.

/** Invisible characters, which are allowed (Hindi words and emoji need some of them) but not counted. */
const DRAWN_AS_NOTHING =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: a combining sign stands for itself here
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what is left out
  /[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e007f}]/gu

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
