// A limit in two steps. Requests within the rule are free; beyond it they need a proof of work, and only at a multiple of
// the rule (withProof) are they refused. So neither other users of the same address nor password guesses can lock anyone out.
import { LRUCache } from 'lru-cache'
import { limitHits } from '../observability/instruments.ts'
import type { CounterFactory } from './counters.ts'
import type { ProofOfWork } from './proof-of-work.ts'
import type { Rule } from './rules.ts'

const MOST_KEYS = 10_000

/** `waitMs` 0: admitted. Otherwise the time to wait, which a proof of work replaces if `mayProve` is true. */
export type Verdict = { waitMs: number; mayProve: boolean }

const ADMITTED: Verdict = { waitMs: 0, mayProve: false }

export function createGradual(counterFor: CounterFactory, rule: Rule) {
  const counter = counterFor({ ...rule, points: rule.points * (rule.withProof ?? 1) })
  /**
   * Until when a key needs a proof: requests without one are refused without a query to the store. Made for the first such
   * key, because it takes its room at once.
   */
  let exhausted: LRUCache<string, number> | null = null
  const demandProof = (waitMs: number): Verdict => {
    limitHits.inc({ limit: rule.name, outcome: 'proof' })
    return { waitMs, mayProve: true }
  }
  return {
    take: async (key: string, proof: ProofOfWork): Promise<Verdict> => {
      const known = (exhausted?.get(key) ?? 0) - Date.now()
      if (known > 0 && !(await proof.isValid())) return demandProof(known)
      const { used, waitMs, isRefused } = await counter.count(key)
      if (isRefused) return { waitMs, mayProve: false }
      if (used <= rule.points) return ADMITTED
      if (await proof.isValid()) return ADMITTED
      exhausted ??= new LRUCache({ max: MOST_KEYS })
      exhausted.set(key, Date.now() + waitMs)
      // A request that only received a challenge does not count.
      await counter.giveBack(key)
      return demandProof(waitMs)
    },
    giveBack: async (key: string) => {
      exhausted?.delete(key)
      await counter.giveBack(key)
    },
  }
}

export type GradualLimit = ReturnType<typeof createGradual>

/**
 * Takes from each of `takes` until one refuses; points taken before that are refunded.
 * @returns the verdict, and a function that refunds everything
 */
export async function takeAll(
  takes: { limit: GradualLimit; key: string }[],
  proof: ProofOfWork,
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
