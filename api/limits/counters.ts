// Where the limits count. In memory while one process is the whole site; in PostgreSQL for those that must hold
// across every process of a site that shares a database.
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { asAuth } from '../database/scope.ts'

/** At most `points` in any window of `seconds` that begins with the first of them. */
export type Rule = { name: string; points: number; seconds: number }

export type Counter = {
  /** Counts `points` for `key`, 1 by default. @returns all that was counted in this window, and milliseconds to its end */
  count(key: string, points?: number): Promise<{ used: number; waitMs: number; isRefused: boolean }>
  /** Counts `points` for `key`, 1 by default. @returns 0 when it is within the rule, else the milliseconds until one is again. */
  take(key: string, points?: number): Promise<number>
  /** Takes one back that turned out not to count. */
  giveBack(key: string): Promise<void>
}

/** @throws from take() whatever the store throws: a limiter that cannot decide refuses. */
export type CounterFactory = (rule: Rule) => Counter

export const inMemory: CounterFactory = (rule) => counter(new RateLimiterMemory(options(rule)))

/** Counts in auth.request_limits, one statement a count. */
export function inDatabase(db: Database): CounterFactory {
  // What rate-limiter-flexible asks of a PostgreSQL client is this one method.
  const client = {
    query: ({ text, values }: { text: string; values: (string | number | null)[] }) =>
      asAuth(db, async (sql) => ({ rows: (await sql.unsafe(text, values, { prepare: true })).map(numbers) })),
  }
  return (rule) =>
    counter(
      new RateLimiterPostgres({
        ...options(rule),
        storeClient: client,
        storeType: 'client',
        schemaName: 'auth',
        tableName: 'request_limits',
        tableCreated: true,
        // What is refused is refused from memory until its window is over: a flood costs no row lock.
        inMemoryBlockOnConsumed: rule.points + 1,
      }),
    )
}

function options({ name, points, seconds }: Rule) {
  return { keyPrefix: name, points, duration: seconds }
}

function counter(limiter: RateLimiterMemory | RateLimiterPostgres): Counter {
  const count = async (key: string, points = 1) => {
    try {
      const { consumedPoints, msBeforeNext } = await limiter.consume(key, points)
      return { used: consumedPoints, waitMs: Math.max(msBeforeNext, 1), isRefused: false }
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal
      const { consumedPoints, msBeforeNext } = refusal as { consumedPoints: number; msBeforeNext: number }
      return { used: consumedPoints, waitMs: Math.max(msBeforeNext, 1), isRefused: true }
    }
  }
  return {
    count,
    take: async (key, points) => {
      const { isRefused, waitMs } = await count(key, points)
      return isRefused ? waitMs : 0
    },
    giveBack: async (key) => {
      await limiter.reward(key)
      // A key that is refused from memory may be within its rule again.
      if (limiter instanceof RateLimiterPostgres) limiter.deleteInMemoryBlockedAll()
    },
  }
}

/** PostgreSQL's bigint arrives as text; these are milliseconds since 1970 and fit a number. */
function numbers(row: Record<string, unknown>): Record<string, number> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
}
