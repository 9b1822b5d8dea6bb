// Sends many requests concurrently and records failures: a 5xx, no answer, or a slow one. A request that took more than a
// second is repeated alone, next to a harmless one.
import { inspect } from 'node:util'
import { expect } from 'vitest'

/** Enough to keep a server on two cores busy. More would only wait longer, and be repeated as slow. */
const CONCURRENCY = 6
const MAX_MS = 1_000
/** Alone, on a machine that is busy with other tests: what is expensive takes ten times as long, or more. */
const MAX_ALONE_MS = 3_000
/** How often a slow request is repeated: a busy machine is slow once, an expensive string always. */
const REPETITIONS = 4

export type Question = {
  /** Describes the request in a failure's message. */
  label: string
  ask: () => Promise<Response>
  /** Checks a response. @returns what is wrong with it */
  judge?: (answer: { status: number; text: string; headers: Headers }) => string | null
}

/**
 * Sends all `requests`.
 * @param control a harmless request of the same kind
 * @returns the number of responses with each status
 */
export async function probe(
  requests: readonly Question[],
  control: () => Promise<Response>,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const problems: string[] = []
  const slow: Question[] = []
  const waiting = [...requests].reverse()
  const worker = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const { milliseconds, problem, status } = await send(request)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (problem) problems.push(problem)
      if (milliseconds > MAX_MS) slow.push(request)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  for (const request of slow) {
    let [best, ordinary] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let attempt = 0; attempt < REPETITIONS && best > MAX_ALONE_MS; attempt += 1) {
      ordinary = Math.min(ordinary, (await send({ label: 'control', ask: control })).milliseconds)
      best = Math.min(best, (await send(request)).milliseconds)
    }
    if (best > MAX_ALONE_MS + ordinary) problems.push(`${request.label}: ${Math.round(best)} ms alone`)
  }
  // A list in the message is not shortened, as a compared one is.
  expect(problems.length, `of ${requests.length} requests:\n${problems.slice(0, 20).join('\n')}`).toBe(0)
  return statuses
}

async function send({ label, ask, judge }: Question) {
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
    return { milliseconds: performance.now() - start, status: 0, problem: `${label}: ${inspect(error)}` }
  }
}
