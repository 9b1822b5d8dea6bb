// Learns the weights of the shield from the fixtures of tests/shield: logistic regression, concepts and words bounded apart.
import { readFileSync } from 'node:fs'
import { plainText } from '../shared/plain-text.ts'
import { patterns } from '../shared/shield/concepts.ts'
import { featuresOf, HASHED, WORD_SCALE } from '../shared/shield/features.ts'
import { createMatcher } from '../shared/shield/patterns.ts'
import { readText } from '../shared/shield/read.ts'
import { readChat, readMembers, readThreads } from '../supabase/seed/read.ts'

export type Example = {
  text: string
  isBad: boolean
  weight: number
  dense: readonly string[]
  hashed: readonly number[]
}
export type Weights = { bias: number; dense: Map<string, number>; hashed: Float64Array }

const match = createMatcher(patterns())

export const linesOf = (name: string): string[] =>
  readFileSync(new URL(`../tests/shield/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')

export function examplesOf(part: string): Example[] {
  return [
    ...linesOf(`${part}-bad`).map((text) => exampleOf(text, true)),
    ...linesOf(`${part}-good`).map((text) => exampleOf(text, false, SAMPLE_WEIGHT)),
  ]
}

export function exampleOf(text: string, isBad: boolean, weight = 1): Example {
  const { dense, hashed } = featuresOf(readText(text), match)
  return { text, isBad, weight, dense, hashed }
}

const ROUNDS = 250
const RATE = 0.05
/** Words are held back more than concepts are. */
const HOLD_DENSE = 2
const HOLD_PAIR = 2
const HOLD_HASHED = 0.05

export function train(examples: readonly Example[]): Weights {
  const names = [...new Set(examples.flatMap(({ dense }) => dense))].toSorted()
  const holds = names.map((name) => (name.lastIndexOf('.') > 0 ? HOLD_PAIR : HOLD_DENSE))
  const indexOf = new Map(names.map((name, index) => [name, index]))
  const dense = new Float64Array(names.length)
  const hashed = new Float64Array(HASHED)
  const state = new Map<Float64Array, [Float64Array, Float64Array]>()
  for (const one of [dense, hashed])
    state.set(one, [new Float64Array(one.length), new Float64Array(one.length)])
  let bias = 0
  let round = 0
  const step = (values: Float64Array, slopes: Float64Array) => {
    const [first, second] = state.get(values) ?? []
    if (!(first && second)) return
    for (let at = 0; at < values.length; at++) {
      const slope = slopes[at] ?? 0
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope
      second[at] = 0.999 * (second[at] ?? 0) + 0.001 * slope * slope
      const unbiased = (first[at] ?? 0) / (1 - 0.9 ** round)
      const spread = Math.sqrt((second[at] ?? 0) / (1 - 0.999 ** round)) + 1e-8
      values[at] = (values[at] ?? 0) - (RATE * unbiased) / spread
    }
  }
  const places = examples.map((example) => ({
    ...example,
    at: example.dense.map((name) => indexOf.get(name) ?? 0),
    scale: WORD_SCALE / Math.sqrt(example.hashed.length + 1),
  }))
  for (round = 1; round <= ROUNDS; round++) {
    const denseSlopes = dense.map((value, at) => (holds[at] ?? 0) * value)
    const hashedSlopes = hashed.map((value) => HOLD_HASHED * value)
    let biasSlope = 0
    for (const { at, hashed: words, scale, isBad, weight } of places) {
      let score = bias
      for (const one of at) score += dense[one] ?? 0
      for (const one of words) score += scale * (hashed[one] ?? 0)
      const error = weight * (1 / (1 + Math.exp(-score)) - (isBad ? 1 : 0))
      for (const one of at) denseSlopes[one] = (denseSlopes[one] ?? 0) + error
      for (const one of words) hashedSlopes[one] = (hashedSlopes[one] ?? 0) + error * scale
      biasSlope += error
    }
    step(dense, denseSlopes)
    step(hashed, hashedSlopes)
    bias -= (RATE * biasSlope) / Math.sqrt(examples.length)
  }
  return { bias, dense: new Map(names.map((name, index) => [name, dense[index] ?? 0])), hashed }
}

export function scoreOf(
  { bias, dense, hashed }: Weights,
  example: Pick<Example, 'dense' | 'hashed'>,
): number {
  let score = bias
  for (const name of example.dense) score += dense.get(name) ?? 0
  const scale = WORD_SCALE / Math.sqrt(example.hashed.length + 1)
  for (const at of example.hashed) score += scale * (hashed[at] ?? 0)
  return score
}

/** Of each offer: so many frames of both kinds. */
const FRAMES_EACH = 4

/** Offers in the frames of tests/shield/frames.txt: those that ask for them are bad, those that tell of them good. */
export function framedExamples(): Example[] {
  const lists = new Map<string, string[]>()
  let list: string[] = []
  for (const line of linesOf('frames')) {
    const [, name] = /^\[(.+)\]$/.exec(line) ?? []
    if (name) {
      list = []
      lists.set(name, list)
    } else if (!line.startsWith('#')) list.push(line)
  }
  const examples: Example[] = []
  for (const language of ['en', 'hi', 'dev']) {
    const offers = lists.get(`${language} offer`) ?? []
    for (const [kind, isBad] of [
      ['ask', true],
      ['tell', false],
    ] as const) {
      const frames = lists.get(`${language} ${kind}`) ?? []
      for (const [at, offer] of offers.entries())
        for (let nth = 0; nth < FRAMES_EACH; nth++) {
          const frame = frames[(at * 3 + nth * 5) % frames.length] ?? '{}'
          examples.push(exampleOf(frame.replace('{}', offer), isBad))
        }
    }
  }
  return examples
}

/** The sample community has more texts than the fixtures, and they are longer. */
const SAMPLE_WEIGHT = 0.4

/** What the sample community says is good. */
export function sampleExamples(): Example[] {
  return sampleTexts().map((text) => exampleOf(text, false, SAMPLE_WEIGHT))
}

/** The texts of the sample community, in the order of its files. */
export function sampleTexts(): string[] {
  return [
    ...readThreads(Date.now()).flatMap(({ title, content, replies }) => [
      `${title}\n${plainText(content)}`,
      ...replies.map((reply) => plainText(reply.content)),
    ]),
    ...readMembers().map(({ bio }) => bio ?? ''),
    ...readChat().map(({ message }) => message),
  ].filter((text) => text !== '')
}
