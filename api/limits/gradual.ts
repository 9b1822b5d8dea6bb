// A limit in two steps: what is within it is free, beyond it a proof of work is asked for, and only beyond ten times
// of it anybody is refused. So nobody is shut out by others behind the same address, and nobody by guesses at their
// account.
import { LRUCache } from 'lru-cache'
import type { CounterFactory, Rule } from './counters.ts'
import type { Proof } from './proof-of-work.ts'

const FACTOR = 10
/** For what must never be refused. */
export const NEVER_REFUSED = 1_000_000
const MOST_KEYS = 10_000

/** `waitMs` 0: go on. Otherwise how long to wait; a proof makes the wait unnecessary where `mayProve` says so. */
export type Verdict = { waitMs: number; mayProve: boolean }

export const ADMITTED: Verdict = { waitMs: 0, mayProve: false }

export type GradualLimit = {
  take(key: string, proof: Proof): Promise<Verdict>
  /** Takes one back that turned out not to count. */
  giveBack(key: string): Promise<void>
}

/** @param factor how many times the rule's points are refused, proof or not */
export function createGradual(counterFor: CounterFactory, rule: Rule, factor = FACTOR): GradualLimit {
  const counter = counterFor({ ...rule, points: rule.points * factor })
  /** Until when a key is known to need a proof: whoever brings none is told so without asking the store. */
  const exhausted = new LRUCache<string, number>({ max: MOST_KEYS })
  return {
    take: async (key, proof) => {
      const known = (exhausted.get(key) ?? 0) - Date.now()
      if (known > 0 && !(await proof.isValid())) return { waitMs: known, mayProve: true }
      const { used, waitMs, isRefused } = await counter.count(key)
      if (isRefused) return { waitMs, mayProve: false }
      if (used <= rule.points) return ADMITTED
      if (await proof.isValid()) return ADMITTED
      exhausted.set(key, Date.now() + waitMs)
      // What is only answered with a challenge was not done.
      await counter.giveBack(key)
      return { waitMs, mayProve: true }
    },
    giveBack: async (key) => {
      exhausted.delete(key)
      await counter.giveBack(key)
    },
  }
}

/**
 * Takes from each of `takes`, until one says to wait; what was taken until then is given back.
 * @returns the verdict, and how to give all of it back
 */
export async function takeAll(
  takes: { limit: GradualLimit; key: string }[],
  proof: Proof,
): Promise<Verdict & { giveBack(): Promise<void> }> {
  const taken: typeof takes = []
  const giveBack = async () => {
    await Promise.all(taken.map(({ limit, key }) => limit.giveBack(key)))
  }
  for (const take of takes) {
    const verdict = await take.limit.take(take.key, proof)
    if (verdict.waitMs > 0) {
      if (verdict.mayProve) await giveBack()
      return { ...verdict, giveBack: () => Promise.resolve() }
    }
    taken.push(take)
  }
  return { ...ADMITTED, giveBack }
}
