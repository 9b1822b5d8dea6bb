// How long a rich text is, counted as the database counts it (`private.text_length`), so that the form and
// the constraint never disagree.

/** Characters (code points) of `html` that a reader sees: markup and outer blanks left out. */
export function textLength(html: string): number {
  const text = html.replace(/<[^<>]*>/g, '').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  let length = 0
  for (const _ of text) length += 1
  return length
}
