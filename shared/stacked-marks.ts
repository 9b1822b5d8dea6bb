// Signs that are drawn on others, or as nothing. They are part of most scripts, and misused to draw over the lines around a
// text, or to make a name that looks like another.

/** On one letter. Words of Indian languages have up to four; the marks of their vowels that take room of their own do not count. */
const MOST_MARKS = 8
/** Signs without width break no row: they would let the next eight onto the same letter. */
const ROW = /[\p{Mn}\p{Me}\p{Cf}]{9,}/gu

/** `text` with at most eight marks on a letter. */
export function withFewMarks(text: string): string {
  return text.replace(ROW, (row) => {
    let marks = 0
    return [...row]
      .filter((sign) => {
        if (/\p{Cf}/u.test(sign)) return true
        marks += 1
        return marks <= MOST_MARKS
      })
      .join('')
  })
}

/**
 * What Unicode calls default-ignorable, format and control characters. Joiners are letters of Indian scripts and of emoji, and the
 * heart of a phone's keyboard is followed by the sign that colours it.
 */
const HIDDEN =
  /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2028\u2029\u2800](?<!\p{Emoji}[\ufe0e\ufe0f])/u

/** Whether a name has signs that cannot be seen. */
export const hasHiddenSigns = (name: string) => HIDDEN.test(name)
