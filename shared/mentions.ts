// Mentions in plain text: finding them, and completing one while it is typed.
import { linksIn } from './links.ts'
import { trimEnd } from './trim.ts'

/** A run of the letters of names after an '@'; which part of it is the name, `candidatesOf` tells. */
const MENTION = /@([A-Za-z0-9_.-]{3,100})/g
/** Before an '@' that names nobody: it ends a word, or an address, whose last character counts. */
const WORD_END = /[A-Za-z0-9_@]$/
/** The mention before the cursor, complete or not. */
const TYPED = /@([A-Za-z0-9_.-]{0,30})$/
const LENGTH = { min: 3, max: 30 }
const OFFERED = 5

export type MentionPiece = { text: string; name: string | null }

/**
 * The text in parts, mentions and what is between them; together they are the whole text. Addresses name nobody.
 * @param isKnown whether a name, in small letters, is a member's: '@asha-ji' and '@asha.Thanks' name asha, if nobody is called so
 */
export function mentionsIn(text: string, isKnown: (name: string) => boolean = () => false): MentionPiece[] {
  const pieces: MentionPiece[] = []
  const add = (part: string, name: string | null) => {
    const last = pieces.at(-1)
    if (name === null && last?.name === null) last.text += part
    else if (part !== '') pieces.push({ text: part, name })
  }
  let before = ''
  for (const { text: part, href } of linksIn(text)) {
    let at = 0
    for (const { 1: typed = '', index } of href === null ? part.matchAll(MENTION) : []) {
      if (WORD_END.test(index === 0 ? before : part.charAt(index - 1))) continue
      const name = candidatesOf(typed).find((one) => isKnown(one.toLowerCase())) ?? trimEnd(typed, '.-')
      if (name.length < LENGTH.min || name.length > LENGTH.max) continue
      add(part.slice(at, index), null)
      add(`@${name}`, name)
      at = index + 1 + name.length
    }
    add(part.slice(at), null)
    before = part.at(-1) ?? ''
  }
  return pieces
}

/** The names that `typed` may begin with, the longest first: the whole, and what ends before a full stop or a hyphen. */
function candidatesOf(typed: string): string[] {
  const ends = [...typed.matchAll(/[.-]/g)].map(({ index }) => index)
  return [...ends, typed.length]
    .filter((end) => end >= LENGTH.min && end <= LENGTH.max)
    .toReversed()
    .map((end) => typed.slice(0, end))
}

/** Whether `text` mentions the member called `username`, among others who are known. */
export function mentions(text: string, username: string, isKnown: (name: string) => boolean): boolean {
  const own = username.toLowerCase()
  return mentionsIn(text, (name) => name === own || isKnown(name)).some(
    ({ name }) => name?.toLowerCase() === own,
  )
}

/** Whether an '@' after `before` begins a mention: within a word, and in an address, it does not. */
export function beginsMention(before: string): boolean {
  const word = before.slice(
    1 + Math.max(...[' ', '\n', '\t', '\u00a0'].map((sign) => before.lastIndexOf(sign))),
  )
  return !WORD_END.test(before) && !/:\/\/|^www\./i.test(word)
}

/** The names that complete the mention before the cursor, in their order, five at most; none outside of a mention. */
export function completionsOf(text: string, cursor: number, names: readonly string[]): string[] {
  const begun = TYPED.exec(text.slice(0, cursor))
  if (!begun || !beginsMention(text.slice(0, begun.index))) return []
  const typed = (begun[1] ?? '').toLowerCase()
  const found = names.filter((name) => name.toLowerCase().startsWith(typed))
  // A complete name needs no list.
  return found.length === 1 && found[0]?.toLowerCase() === typed ? [] : found.slice(0, OFFERED)
}

/** The text with the mention before the cursor completed to `name`, and the new position of the cursor. */
export function complete(text: string, cursor: number, name: string): { text: string; cursor: number } {
  const before = `${text.slice(0, cursor).replace(TYPED, '')}@${name} `
  return { text: before + text.slice(cursor).replace(/^ /, ''), cursor: before.length }
}
