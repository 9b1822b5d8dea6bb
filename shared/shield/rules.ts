// Rules of staff: what they add to the shield, and what they switch off in it.
import { foldText, signsOf } from './fold.ts'
import { tokenOf } from './patterns.ts'
import type { Read } from './read.ts'
import { RULE_EFFECTS, type ShieldRule } from './rule.ts'

export type Ruling = { id: string; effect: ShieldRule['effect'] }

type Compiled = {
  /** The first rule that speaks of a text: those that allow come first. */
  ruling: (read: Read) => Ruling | null
  off: ReadonlySet<string>
}

export function compileRules(rules: readonly ShieldRule[]): Compiled {
  const off = new Set(rules.filter(({ kind }) => kind === 'concept').map(({ pattern }) => pattern))
  const tests = rules
    .filter(({ kind }) => kind !== 'concept')
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .map((rule) => ({ ruling: { id: rule.id, effect: rule.effect }, test: testOf(rule) }))
  return {
    off,
    ruling: (read) => tests.find(({ test }) => test(read))?.ruling ?? null,
  }
}

const orderOf = ({ effect }: ShieldRule) => RULE_EFFECTS.length - RULE_EFFECTS.indexOf(effect)

/** @returns whether a rule speaks of a text */
export function testOf({ kind, pattern }: ShieldRule): (read: Read) => boolean {
  if (kind === 'host') {
    const host = foldText(pattern).trim()
    return ({ hosts }) => hosts.some((one) => one === host || one.endsWith(`.${host}`))
  }
  if (kind === 'contact') {
    const wanted = signsOf(foldText(pattern))
    return ({ compact }) => wanted.length > 3 && compact.includes(wanted)
  }
  const words = foldText(pattern).split(/\s+/).filter(Boolean).map(tokenOf)
  return ({ tokens }) =>
    words.length > 0 &&
    tokens.some(
      (token, at) => token === words[0] && words.every((word, offset) => tokens[at + offset] === word),
    )
}
