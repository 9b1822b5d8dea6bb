// Mentions in chat messages: finding them in a text, and completing one while it is typed.
import { trimEnd } from '#shared/trim.ts'

/** As `private.extract_mentions` finds them; SQL ignores a name's last dot or hyphen where nobody is called so. */
const MENTION = /(?<![A-Za-z0-9_.@/-])@([A-Za-z0-9_.-]{3,30})(?![A-Za-z0-9_.-])/g
/** The mention before the cursor, complete or not. */
const TYPED = /(?<![A-Za-z0-9_.@/-])@([A-Za-z0-9_.-]{0,30})$/
const OFFERED = 5

export type MentionPiece = { text: string; name: string | null }

/** The text in parts, mentions and what is between them; together they are the whole text. */
export function mentionsIn(text: string): MentionPiece[] {
  const pieces: MentionPiece[] = []
  let at = 0
  for (const { 0: found, 1: typed = '', index } of text.matchAll(MENTION)) {
    const name = trimEnd(typed, '.-')
    const end = index + found.length - (typed.length - name.length)
    if (index > at) pieces.push({ text: text.slice(at, index), name: null })
    pieces.push({ text: text.slice(index, end), name })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), name: null })
  return pieces
}

/** Whether `text` mentions the member called `username`. */
export function mentions(text: string, username: string): boolean {
  return mentionsIn(text).some(({ name }) => name?.toLowerCase() === username.toLowerCase())
}

/** The names that complete the mention before the cursor, in their order, five at most; none outside of a mention. */
export function completionsOf(text: string, cursor: number, names: readonly string[]): string[] {
  const typed = TYPED.exec(text.slice(0, cursor))?.[1]?.toLowerCase()
  if (typed === undefined) return []
  const found = names.filter((name) => name.toLowerCase().startsWith(typed))
  // A complete name needs no list.
  return found.length === 1 && found[0]?.toLowerCase() === typed ? [] : found.slice(0, OFFERED)
}

/** The text with the mention before the cursor completed to `name`, and the new position of the cursor. */
export function complete(text: string, cursor: number, name: string): { text: string; cursor: number } {
  const before = `${text.slice(0, cursor).replace(TYPED, '')}@${name} `
  return { text: before + text.slice(cursor).replace(/^ /, ''), cursor: before.length }
}
