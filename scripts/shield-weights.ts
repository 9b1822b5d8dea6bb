// Writes shared/shield/weights.ts from the fixtures: `node scripts/shield-weights.ts`. The result depends on nothing else.
import { readdirSync, writeFileSync } from 'node:fs'
import { examplesOf, framedExamples, sampleExamples, train } from './shield-training.ts'

/** Weights below it decide nothing. */
const LEAST = 0.015

const parts = readdirSync(new URL('../tests/shield/', import.meta.url))
  .map((file) => /^([a-z]+)-bad\.txt$/.exec(file)?.[1])
  .filter((part) => part !== undefined)
const { bias, dense, hashed } = train([
  ...parts.flatMap(examplesOf),
  ...framedExamples(),
  ...sampleExamples(),
])
const steepest = Math.max(...hashed.map(Math.abs))
const bytes = new Int8Array(Array.from(hashed, (value) => Math.round((value / steepest) * 127)))
const kept = [...dense].filter(([, value]) => Math.abs(value) >= LEAST)
const list = kept.map(([name, value]) => `${name} ${value.toFixed(2)}`).join(', ')
writeFileSync(
  new URL('../shared/shield/weights.ts', import.meta.url),
  `// Written by \`node scripts/shield-weights.ts\` from tests/shield. What each feature says: above 0 for a scam.

const DENSE =
  '${list}'
const HASHED =
  '${Buffer.from(bytes.buffer).toString('base64')}'
const STEEPEST = ${(steepest / 127).toPrecision(4)}

export const WEIGHTS = {
  bias: ${bias.toFixed(3)},
  dense: new Map(
    DENSE.split(', ')
      .map((entry): [string, number] => {
      const [name = '', value] = entry.split(' ')
      return [name, Number(value)]
    }),
  ),
  hashed: Float32Array.from(new Int8Array(Uint8Array.from(atob(HASHED), (sign) => sign.charCodeAt(0)).buffer), (value) => value * STEEPEST),
}
`,
)
console.log(`${kept.length} weights of concepts and pairs`)
