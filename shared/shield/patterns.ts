// The lines of the concepts as patterns over tokens, found by their first word. A text is read once: at each token the few
// patterns that may begin there are tried over a bounded number of tokens, so the cost is linear.
import { foldText } from './fold.ts'
import { soundOf } from './sounds.ts'

type Part = {
  /** Words, and words that only begin so, by their sounds. */
  words: ReadonlySet<string>
  beginnings: ReadonlySet<string>
  several: readonly (readonly string[])[]
  /** Tokens that may be skipped before it. */
  gap: number
  /** `(…)?` */
  isOptional: boolean
}
export type Pattern = { concept: string; line: string; parts: readonly Part[] }
type Found = { concept: string; line: string; from: number; to: number }

const MOST_GAP = 5
const SHORTEST = 2
const LONGEST = 9

export function patternOf(concept: string, line: string): Pattern {
  const parts: Part[] = []
  let gap = 0
  // Bounded: the lines of the concepts, which are this project's own.
  for (const [, choice, optional, plain] of line.trim().matchAll(/\(([^)]*)\)(\?)?|(\S+)/g)) {
    if (plain === '~') {
      gap = MOST_GAP
      continue
    }
    parts.push(partOf((choice ?? plain ?? '').split('|'), gap, optional === '?'))
    gap = 0
  }
  return { concept, line: line.trim(), parts }
}

function partOf(alternatives: readonly string[], gap: number, isOptional: boolean): Part {
  const words = new Set<string>()
  const beginnings = new Set<string>()
  const several: string[][] = []
  for (const alternative of alternatives) {
    const said = alternative.trim().split(' ').filter(Boolean)
    const [first = ''] = said
    if (said.length > 1) several.push(said.map(tokenOf))
    else if (first.endsWith('*') && first.length > 1) {
      const sound = tokenOf(first.slice(0, -1))
      beginnings.add(sound)
      // `kamaye` sounds like `kame`.
      if (/[^aeiou]a$/.test(sound)) beginnings.add(`${sound.slice(0, -1)}e`)
    } else if (first !== '') words.add(tokenOf(first))
  }
  return { words, beginnings, several, gap, isOptional }
}

/** A word of a line as `readText` writes it. */
export function tokenOf(word: string): string {
  if (word.startsWith('⟨') || word === '#' || word === '#%') return word
  if (/^[\d.,]+%$/.test(word)) return '#%'
  if (/^[\d.,]+$/.test(word)) return KNOWN_NUMBERS.has(word) ? word : '#'
  const letters = word.replace(/^[#\d]+(?=[a-z])/, '')
  return soundOf(foldText(letters).replaceAll("'", ''))
}

/** Numbers that mean something by themselves. `readText` leaves them as they are. */
export const KNOWN_NUMBERS: ReadonlySet<string> = new Set(['1930', '1945', '14448', '1909', '14404'])

export type Matcher = (tokens: readonly string[]) => Found[]

export function createMatcher(patterns: readonly Pattern[]): Matcher {
  const byWord = new Map<string, Pattern[]>()
  const byBeginning = new Map<string, Pattern[]>()
  const add = (map: Map<string, Pattern[]>, key: string, pattern: Pattern) => {
    const known = map.get(key)
    if (!known) map.set(key, [pattern])
    else if (!known.includes(pattern)) known.push(pattern)
  }
  for (const pattern of patterns) {
    const [first] = pattern.parts
    if (!first) continue
    for (const word of first.words) add(byWord, word, pattern)
    for (const beginning of first.beginnings) add(byBeginning, beginning, pattern)
    for (const [word = ''] of first.several) add(byWord, word, pattern)
  }
  return (tokens) => {
    const found: Found[] = []
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at] ?? ''
      const attempt = (pattern: Pattern) => {
        const to = endOf(pattern.parts, 0, tokens, at)
        if (to > 0) found.push({ concept: pattern.concept, line: pattern.line, from: at, to })
      }
      byWord.get(token)?.forEach(attempt)
      for (let length = SHORTEST; length <= LONGEST && length <= token.length; length++)
        byBeginning.get(token.slice(0, length))?.forEach(attempt)
    }
    return found
  }
}

/** @returns the place behind the pattern's last token, 0 if it does not match */
function endOf(parts: readonly Part[], index: number, tokens: readonly string[], at: number): number {
  const part = parts[index]
  if (!part) return at
  for (let skip = 0; skip <= part.gap; skip++) {
    for (const length of lengthsOf(part, tokens, at + skip)) {
      const to = endOf(parts, index + 1, tokens, at + skip + length)
      if (to > 0) return to
    }
  }
  return part.isOptional ? endOf(parts, index + 1, tokens, at) : 0
}

function lengthsOf(part: Part, tokens: readonly string[], at: number): number[] {
  const token = tokens[at]
  if (token === undefined) return []
  const lengths: number[] = []
  for (const words of part.several)
    if (words.every((word, offset) => tokens[at + offset] === word)) lengths.push(words.length)
  if (part.words.has(token) || beginsWithAny(token, part.beginnings)) lengths.push(1)
  return lengths
}

function beginsWithAny(token: string, beginnings: ReadonlySet<string>): boolean {
  if (beginnings.size === 0) return false
  for (let length = SHORTEST; length <= LONGEST && length <= token.length; length++)
    if (beginnings.has(token.slice(0, length))) return true
  return false
}
