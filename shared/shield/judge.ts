// The shield's one verdict on a text: pass, hold or refuse, and why. Pure: no network, no clock, no memory of earlier texts. The
// same text gets the same verdict on every surface, whoever wrote it.
import { patterns } from './concepts.ts'
import { featuresOf, HASHED, WORD_SCALE } from './features.ts'
import { createMatcher, type Matcher } from './patterns.ts'
import { type Read, readText } from './read.ts'
import { SHIELD_PARTS, type ShieldRule } from './rule.ts'
import { compileRules, type Ruling } from './rules.ts'
import { WEIGHTS } from './weights.ts'

export type Verdict = {
  verdict: 'pass' | 'hold' | 'refuse'
  /** What was found: concepts (`returns`, `private`), contacts (`phone`), and rules of staff (`rule:<id>`). */
  reasons: readonly string[]
  score: number
}

export type Judge = (text: string) => Verdict

/** A text is judged in windows of so many tokens, each beginning in the middle of the one before. */
const WINDOW = 120
/** Scores above it are held: where the fixtures lose the fewest bad texts at 4 % of the good ones (docs/shield.md). */
const HOLD_ABOVE = -0.3
/** Of a text that offers, promises and demands nothing that the shield knows, the words alone must say more. */
const HOLD_UNKNOWN_ABOVE = 0.2
/** And of a few words, much more. */
const HOLD_FEW_ABOVE = 2.5
const FEW = 7
const EVIDENCE: ReadonlySet<string> = new Set(SHIELD_PARTS)

const PASS: Verdict = { verdict: 'pass', reasons: [], score: 0 }

/** @param rules of staff: what they add, and which concepts they switched off */
export function createJudge(rules: readonly ShieldRule[] = []): Judge {
  const { ruling, off } = compileRules(rules)
  const match = createMatcher(patterns().filter(({ concept }) => !off.has(concept)))
  return (text) => {
    if (text.trim() === '') return PASS
    const read = readText(text)
    const ruled = ruling(read)
    if (ruled) return ofRule(ruled)
    let worst = PASS
    for (const window of windowsOf(read)) {
      const verdict = judgeWindow(window, match)
      if (verdict.score > worst.score || worst === PASS) worst = verdict
    }
    return worst
  }
}

const ofRule = ({ effect, id }: Ruling): Verdict => ({
  verdict: effect === 'allow' ? 'pass' : effect,
  reasons: [`rule:${id}`],
  score: effect === 'allow' ? 0 : 10,
})

function judgeWindow(read: Read, match: Matcher): Verdict {
  const { dense, hashed, found } = featuresOf(read, match)
  let score = WEIGHTS.bias
  for (const name of dense) score += WEIGHTS.dense.get(name) ?? 0
  const scale = WORD_SCALE / Math.sqrt(hashed.length + 1)
  for (const at of hashed) score += scale * (WEIGHTS.hashed[at] ?? 0)
  if (score <= holdAbove(found.keys(), read)) return { verdict: 'pass', reasons: [], score }
  return { verdict: 'hold', reasons: [...found.keys(), ...read.contacts], score }
}

/** @returns the score above which a text with these concepts is held */
export function holdAbove(
  found: Iterable<string>,
  { tokens, contacts }: Pick<Read, 'tokens' | 'contacts'>,
): number {
  const isKnown =
    [...contacts].some((kind) => kind !== 'trusted' && kind !== 'tollfree') ||
    [...found].some((concept) => EVIDENCE.has(concept))
  if (isKnown) return HOLD_ABOVE
  return tokens.length < FEW ? HOLD_FEW_ABOVE : HOLD_UNKNOWN_ABOVE
}

function windowsOf(read: Read): Read[] {
  const { tokens } = read
  if (tokens.length <= WINDOW) return [read]
  const windows: Read[] = []
  for (let from = 0; from < tokens.length - WINDOW / 2; from += WINDOW / 2) {
    const own = tokens.slice(from, from + WINDOW)
    const contacts = new Set([...read.contacts].filter((kind) => own.includes(`⟨${kind}⟩`)))
    windows.push({ ...read, tokens: own, contacts })
  }
  return windows
}

if (WEIGHTS.hashed.length !== HASHED) throw new Error('shared/shield/weights.ts is older than features.ts')
