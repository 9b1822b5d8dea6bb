// What the shield holds of texts that it did not learn from, and what a text costs. Each batch of fixtures is judged by weights
// that were learned from the others.
import { examplesOf, framedExamples, sampleExamples, scoreOf, train } from '../scripts/shield-training.ts'
import { createJudge, holdAbove } from '../shared/shield/judge.ts'
import { readText } from '../shared/shield/read.ts'
import type { Row } from './report.ts'

/** Batches that are judged; a and b are what the concepts were written on, h is of single lines. */
const JUDGED = ['c', 'd', 'e', 'f', 'g']
const ALL = ['a', 'b', ...JUDGED, 'h']
const TIMES = 2_000

export function shieldRows(): Row[] {
  const batches = new Map(ALL.map((batch) => [batch, examplesOf(batch)]))
  const others = [...framedExamples(), ...sampleExamples()]
  const counts = { bad: 0, held: 0, good: 0, stopped: 0 }
  for (const batch of JUDGED) {
    const learned = ALL.filter((one) => one !== batch).flatMap((one) => batches.get(one) ?? [])
    const weights = train([...learned, ...others])
    for (const example of batches.get(batch) ?? []) {
      const isHeld = scoreOf(weights, example) > holdAbove(example.dense, readText(example.text))
      counts[example.isBad ? 'bad' : 'good'] += 1
      if (isHeld) counts[example.isBad ? 'held' : 'stopped'] += 1
      else if (process.env.MISSED && example.isBad) console.log(`not held: ${example.text}`)
    }
  }
  const { bad, held, good, stopped } = counts
  return [
    {
      what: `shield: bad texts held of ${bad}`,
      value: held,
      unit: '',
      floor: Math.floor(bad * 0.9),
      aim: bad,
    },
    {
      what: `shield: good texts held of ${good}`,
      value: stopped,
      unit: '',
      ceiling: Math.ceil(good * 0.06),
      aim: 0,
    },
    ...costRows(),
  ]
}

function costRows(): Row[] {
  const judge = createJudge()
  const texts = [...examplesOf('d'), ...examplesOf('f')].map(({ text }) => text)
  for (const text of texts) judge(text)
  const took = Array.from({ length: TIMES }, (_, at) => {
    const began = performance.now()
    judge(texts[at % texts.length] ?? '')
    return performance.now() - began
  }).toSorted((one, other) => one - other)
  const worst = 'Join my VIP Telegram for 5% daily, call 98 76 54 32 10. '.repeat(200).slice(0, 10_000)
  const began = performance.now()
  judge(worst)
  return [
    {
      what: 'shield: a reply, 99th of 100',
      value: took[Math.floor(TIMES * 0.99)] ?? 0,
      unit: 'ms',
      ceiling: 3,
      aim: 1,
    },
    {
      what: 'shield: 10,000 characters of the worst kind',
      value: performance.now() - began,
      unit: 'ms',
      ceiling: 50,
      aim: 10,
    },
  ]
}
