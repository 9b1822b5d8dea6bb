// Counters of the rate limits: in memory for a single process; for all processes of a site together in PostgreSQL, or in
// Redis where losing a count costs little.
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { asAuth } from '../database/scope.ts'
import { besideRequests, noteLimit } from '../http/route-cost.ts'
import { limitHits } from '../observability/instruments.ts'
import type { Redis } from '../redis.ts'
import type { Rule } from './rules.ts'

export type Counter = {
  /** Counts `points` for `key`, 1 by default. @returns the window's total and the milliseconds to its end */
  count(key: string, points?: number): Promise<{ used: number; waitMs: number; isRefused: boolean }>
  /** Counts `points` for `key`, 1 by default. @returns 0 within the rule, else the milliseconds to wait */
  take(key: string, points?: number): Promise<number>
  giveBack(key: string): Promise<void>
}

/** take() rethrows errors of the store: a limiter that cannot decide refuses. */
export type CounterFactory = (rule: Rule) => Counter

export const inMemory: CounterFactory = (rule) => counter(rule.name, new RateLimiterMemory(options(rule)))

/** Without limits: everything is within every rule. */
export const uncounted: CounterFactory = ({ name }) => {
  const count = async () => {
    noteLimit(name)
    return { used: 0, waitMs: 0, isRefused: false }
  }
  return { count, take: taking(count), giveBack: async () => undefined }
}

/** Counts in auth.request_limits, with one statement per count. */
export function inDatabase(db: Database): CounterFactory {
  // The one method of a PostgreSQL client that rate-limiter-flexible calls.
  const client = {
    query: ({ text, values }: { text: string; values: (string | number | null)[] }) =>
      besideRequests(() =>
        asAuth(db, async (sql) => ({
          rows: (await sql.unsafe(text, values, { prepare: true })).map(numbers),
        })),
      ),
  }
  return (rule) =>
    counter(
      rule.name,
      new RateLimiterPostgres({
        ...options(rule),
        storeClient: client,
        storeType: 'client',
        schemaName: 'auth',
        tableName: 'request_limits',
        tableCreated: true,
        // An exceeded key is refused from memory until its window ends, so a flood takes no row locks.
        inMemoryBlockOnConsumed: rule.points + 1,
      }),
    )
}

/** Counts in Redis, and in memory while it does not answer: each node then admits what the rule allows. */
export function inRedis(redis: Redis): CounterFactory {
  return (rule) => {
    const alone = inMemory(rule)
    const together = counter(
      rule.name,
      new RateLimiterRedis({
        ...options(rule),
        keyPrefix: `${redis.namespace}:limit:${rule.name}`,
        storeClient: redis.client,
        rejectIfRedisNotReady: true,
      }),
    )
    const count: Counter['count'] = (key, points) =>
      together.count(key, points).catch((error: unknown) => {
        redis.commandFailed(error)
        return alone.count(key, points)
      })
    const giveBack = (key: string) => together.giveBack(key).catch(() => alone.giveBack(key))
    return { count, take: taking(count), giveBack }
  }
}

function options({ name, points, seconds }: Rule) {
  return { keyPrefix: name, points, duration: seconds }
}

function counter(name: string, limiter: RateLimiterMemory | RateLimiterPostgres | RateLimiterRedis): Counter {
  const count = async (key: string, points = 1) => {
    noteLimit(name)
    try {
      const { consumedPoints, msBeforeNext } = await limiter.consume(key, points)
      return { used: consumedPoints, waitMs: Math.max(msBeforeNext, 1), isRefused: false }
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal
      limitHits.inc({ limit: name, outcome: 'refused' })
      const { consumedPoints, msBeforeNext } = refusal as { consumedPoints: number; msBeforeNext: number }
      return { used: consumedPoints, waitMs: Math.max(msBeforeNext, 1), isRefused: true }
    }
  }
  return {
    count,
    take: taking(count),
    giveBack: async (key) => {
      await limiter.reward(key)
      // A key blocked in memory may be within its rule again.
      if (limiter instanceof RateLimiterPostgres) limiter.deleteInMemoryBlockedAll()
    },
  }
}

function taking(count: Counter['count']): Counter['take'] {
  return async (key, points) => {
    const { isRefused, waitMs } = await count(key, points)
    return isRefused ? waitMs : 0
  }
}

/** bigint arrives as text; these are milliseconds since 1970 and fit a number. */
function numbers(row: Record<string, unknown>): Record<string, number> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
}
