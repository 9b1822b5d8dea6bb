// All concepts as patterns.
import { ATOMS } from './concepts/atoms.ts'
import { DEMANDS } from './concepts/demands.ts'
import { LURES } from './concepts/lures.ts'
import { OFFERS } from './concepts/offers.ts'
import { STANCES } from './concepts/stances.ts'
import { type Pattern, patternOf } from './patterns.ts'

const CONCEPTS: Readonly<Record<string, string>> = { ...OFFERS, ...LURES, ...DEMANDS, ...STANCES }

export const patterns = (): Pattern[] => [
  ...Object.entries(ATOMS).map(([atom, words]) => patternOf(atom, `(${words.replaceAll(' ', '|')})`)),
  ...Object.entries(CONCEPTS).flatMap(([concept, lines]) =>
    lines
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => patternOf(concept, line)),
  ),
]
