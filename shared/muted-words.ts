// Whether a text has a muted word, as the database decides it (private.plain_words).
import { MUTED_WORD } from './limits.ts'

/** The words of a text or of HTML in small letters, with one space between them. */
export function plainWords(written: string): string {
  return written
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\s!-/:-@[-`{-~।‘’“”…–—]+/g, ' ')
    .toLowerCase()
    .trim()
}

/** A word as it is stored; null if it is too short or too long. */
export function mutedWord(typed: string): string | null {
  const word = plainWords(typed)
  const { length } = [...word]
  return length < MUTED_WORD.min || length > MUTED_WORD.max ? null : word
}

/** @param word as it is stored */
export function hasWord(written: string, word: string): boolean {
  return ` ${plainWords(written)} `.includes(` ${word} `)
}
