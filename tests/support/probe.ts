// Sends many requests concurrently and records failures: a 5xx, no answer, or an answer slower than a second. A slow
// request is repeated alone, next to a harmless one.
import { expect } from 'vitest'

/** Enough to keep a server on two cores busy; more only wait longer, and are asked again for being slow. */
const AT_ONCE = 6
const A_SECOND = 1_000
/** How often a slow request is repeated: a busy machine is slow once, a bad string always. */
const SECOND_CHANCES = 4

export type Question = {
  /** The request, for the message of a failure. */
  label: string
  ask: () => Promise<Response>
  /** Looks at an answer; gives what is wrong with it. */
  judge?: (answer: { status: number; text: string; headers: Headers }) => string | null
}

/**
 * Asks all of `questions`.
 * @param control a harmless question of the same kind
 * @returns how often each status came
 */
export async function probe(
  questions: readonly Question[],
  control: () => Promise<Response>,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const problems: string[] = []
  const slow: Question[] = []
  const waiting = [...questions].reverse()
  const worker = async () => {
    for (let question = waiting.pop(); question; question = waiting.pop()) {
      const { milliseconds, problem, status } = await put(question)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (problem) problems.push(problem)
      if (milliseconds > A_SECOND) slow.push(question)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  for (const question of slow) {
    let [best, ordinary] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let chance = 0; chance < SECOND_CHANCES && best > A_SECOND; chance += 1) {
      ordinary = Math.min(ordinary, (await put({ label: 'control', ask: control })).milliseconds)
      best = Math.min(best, (await put(question)).milliseconds)
    }
    if (best > A_SECOND + ordinary) problems.push(`${question.label}: ${Math.round(best)} ms alone`)
  }
  expect(problems.slice(0, 20), `${problems.length} of ${questions.length}`).toEqual([])
  return statuses
}

async function put({ label, ask, judge }: Question) {
  const start = performance.now()
  try {
    const response = await ask()
    const text = await response.text()
    const milliseconds = performance.now() - start
    const { status, headers } = response
    const wrong =
      status >= 500 ? `${status} ${text.slice(0, 300)}` : (judge?.({ status, text, headers }) ?? null)
    return { milliseconds, status, problem: wrong === null ? null : `${label}: ${wrong}` }
  } catch (error) {
    return { milliseconds: performance.now() - start, status: 0, problem: `${label}: ${String(error)}` }
  }
}
