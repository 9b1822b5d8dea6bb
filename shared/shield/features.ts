// What the model sees of a text: which concepts occur, which of them stand together, and hashed words. Concepts carry the
// weight; words only decide what the concepts leave open.

import type { Matcher } from './patterns.ts'
import type { Read } from './read.ts'
import { soundOf } from './sounds.ts'

/** Kinds of concepts that mean something together. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  way: ['private', 'platform'],
  act: ['join'],
  contact: [
    'phone',
    'upi',
    'invite',
    'short',
    'odd',
    'phish',
    'apk',
    'crypto:address',
    'handle',
    'intl',
    'link',
    'form',
    'email',
  ],
  hot: ['invite', 'short', 'odd', 'phish', 'apk'],
  gain: ['returns', 'calls', 'ipo', 'prize'],
  need: ['loan', 'job', 'recover', 'mule', 'betting', 'romance', 'crypto'],
  demand: ['secret', 'remote', 'fee'],
  fear: ['fear'],
  name: ['authority'],
  hurry: ['urgent'],
  proof: ['testimony'],
  told: ['report', 'warn', 'ask', 'scamword'],
  help: ['official', 'lost'],
  calm: ['scheme', 'record', 'hedge', 'market'],
}
const GROUP_NAMES = Object.keys(GROUPS)
const GROUP_OF = new Map<string, string[]>()
for (const [group, members] of Object.entries(GROUPS))
  for (const member of members) GROUP_OF.set(member, [...(GROUP_OF.get(member) ?? []), group])

/** Tokens within which two concepts stand together. */
const NEAR = 30
export const HASHED = 32_768
/** The words of a text together are worth this many of its concepts, however many they are. */
export const WORD_SCALE = 3

export type Features = {
  /** Names of what occurs, once each. */
  dense: readonly string[]
  /** Places of hashed words and pairs of words, once each. */
  hashed: readonly number[]
  /** Concepts with the lines that were found. */
  found: ReadonlyMap<string, readonly string[]>
}

export function featuresOf(read: Read, match: Matcher): Features {
  const { tokens, contacts } = read
  const hits = match(tokens)
  const places = new Map<string, number[]>()
  const found = new Map<string, string[]>()
  const atoms: (string[] | undefined)[] = []
  const note = (concept: string, at: number) => {
    const known = places.get(concept)
    if (known) known.push(at)
    else places.set(concept, [at])
  }
  for (const { concept: name, line, from, to } of hits) {
    const concept = DENIABLE.has(name) && isDenied(tokens, from, to) ? `${name}:not` : name
    if (concept.startsWith('.')) {
      atoms[from] = [...(atoms[from] ?? []), concept]
      continue
    }
    note(concept, from)
    const lines = found.get(concept)
    if (!lines) found.set(concept, [line])
    else if (lines.length < 5 && !lines.includes(line)) lines.push(line)
  }
  for (const [at, token] of tokens.entries())
    if (token.startsWith('⟨')) note(token === '⟨crypto⟩' ? 'crypto:address' : token.slice(1, -1), at)
  const dense = new Set<string>()
  const groups = new Map<string, number[]>()
  for (const [concept, at] of places) {
    dense.add(concept)
    if (new Set(at).size > 1) dense.add(`${concept}:2`)
    for (const group of GROUP_OF.get(concept) ?? []) groups.set(group, [...(groups.get(group) ?? []), ...at])
  }
  for (const kind of contacts) dense.add(`has:${kind}`)
  for (const [group, at] of groups)
    groups.set(
      group,
      at.toSorted((one, other) => one - other),
    )
  for (const [index, one] of GROUP_NAMES.entries()) {
    const first = groups.get(one)
    if (!first) continue
    dense.add(`any:${one}`)
    for (const other of GROUP_NAMES.slice(index + 1)) {
      const second = groups.get(other)
      if (second && areNear(first, second)) dense.add(`${one}&${other}`)
    }
  }
  const isTold = groups.has('told') || groups.has('help')
  const lures = ['gain', 'need', 'demand', 'fear'].filter((group) => groups.has(group))
  const ways = ['way', 'act', 'contact'].filter((group) => groups.has(group))
  dense.add(`lures:${lures.length}`).add(`ways:${ways.length}`)
  for (const lure of lures) for (const way of ways) if (!isTold) dense.add(`plain:${lure}&${way}`)
  if (!isTold) dense.add('untold')
  if (!isTold && lures.length + ways.length >= 3) dense.add('untold:3')
  if (read.isDisguised) dense.add('disguised')
  if (tokens.length < 12) dense.add('short')
  addPairs(atoms, dense)
  return { dense: [...dense], hashed: hashedOf(tokens), found }
}

/** Tokens within which two words of different meaning are a pair. */
const PAIR = 8

/** Adds each atom, and each two that are near each other, in whichever order. */
function addPairs(atoms: readonly (readonly string[] | undefined)[], dense: Set<string>): void {
  const recent: { atom: string; at: number }[] = []
  for (const [at, here] of atoms.entries()) {
    if (!here) continue
    while (recent[0] && recent[0].at < at - PAIR) recent.shift()
    for (const atom of here) {
      dense.add(atom)
      for (const { atom: other, at: before } of recent)
        if (before !== at && atom !== other) dense.add(atom < other ? `${atom}${other}` : `${other}${atom}`)
    }
    for (const atom of here) recent.push({ atom, at })
  }
}

/** Concepts that mean the opposite behind `don't` and before `nahi`. */
const DENIABLE = new Set([
  'private',
  'platform',
  'join',
  'secret',
  'remote',
  'fee',
  'calls',
  'ipo',
  'mule',
  'returns',
])
const DENIERS = new Set(
  [
    'dont',
    'never',
    'not',
    'no',
    'wont',
    'cant',
    'cannot',
    'didnt',
    'mat',
    'kabhi',
    'without',
    'nobody',
    'neither',
    'avoid',
    'stop',
    'refuse',
    'refused',
    'मत',
    'कभी',
    'न',
    'doesnt',
    'isnt',
    'nor',
  ].map(soundOf),
)
const DENIERS_BEHIND = new Set(['nahi', 'nahin', 'mat', 'nhi', 'नहीं', 'मत'].map(soundOf))

const ENDS = new Set([',', ';', '?', '!'])

function isDenied(tokens: readonly string[], from: number, to: number): boolean {
  for (let at = from - 1; at >= 0 && at >= from - 2 && !ENDS.has(tokens[at] ?? ''); at--)
    if (DENIERS.has(tokens[at] ?? '')) return true
  for (let at = to; at < tokens.length && at < to + 2 && !ENDS.has(tokens[at] ?? ''); at++)
    if (DENIERS_BEHIND.has(tokens[at] ?? '')) return true
  return false
}

/** Whether two sorted lists have places within NEAR of each other. */
function areNear(first: readonly number[], second: readonly number[]): boolean {
  let at = 0
  for (const place of first) {
    while (at < second.length && (second[at] ?? 0) < place - NEAR) at += 1
    const other = second[at]
    if (other !== undefined && other <= place + NEAR) return true
  }
  return false
}

/** Letters that stand for forms of a word, and for spellings nobody foresaw. */
const GRAM = 4

function hashedOf(tokens: readonly string[]): number[] {
  const places = new Set<number>()
  let before = '^'
  let earlier = ''
  for (const token of tokens) {
    if (token.length > 24) continue
    places.add(hash(`1${token}`))
    places.add(hash(`2${before} ${token}`))
    if (earlier !== '') places.add(hash(`5${earlier} ${token}`))
    const marked = `<${token}>`
    for (let at = 0; at + GRAM <= marked.length; at++) places.add(hash(`3${marked.slice(at, at + GRAM)}`))
    earlier = before
    before = token
  }
  return [...places]
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value ^ (value >>> 15)) & (HASHED - 1)
}
