// What a route may cost is declared beside its handler (routes.ts), and compared here with what its requests do: which
// limits counted them, under which share their statements ran, and how much of their body may be read.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Rule } from '../limits/rules.ts'

/**
 * Who a statement runs for (api/database/scope.ts): `callers` under the shares of guests and members, `accounts` under
 * the auth service's, `service` under none.
 */
export type ShareName = 'callers' | 'accounts' | 'service'

export type RouteCost = {
  /**
   * Rules (api/limits/rules.ts, server/site-limits.ts). Each answer that is no refusal was counted by one of these.
   * `none`: it costs less than counting it.
   */
  limit: readonly Rule[] | 'none'
  /** Shares under which its statements may run. `none`: it asks the database nothing. */
  share: readonly ShareName[] | 'none'
  /** Maximum bytes of a body. `none`: a body is not read. */
  body: number | 'none'
}

type Spent = { limits: Set<string>; shares: Set<ShareName> }

const current = new AsyncLocalStorage<Spent | null>()
const largestBodies = new WeakMap<Request, number>()

/** @returns the answer of `handle`, and what was done that `cost` does not declare; null: nothing */
export async function spend<T>(
  cost: RouteCost,
  handle: () => T | Promise<T>,
): Promise<{ answer: T; isCounted: boolean; undeclared: ShareName[] }> {
  const spent: Spent = { limits: new Set(), shares: new Set() }
  const answer = await current.run(spent, handle)
  return {
    answer,
    isCounted: cost.limit === 'none' || cost.limit.some(({ name }) => spent.limits.has(name)),
    undeclared: [...spent.shares].filter((name) => cost.share === 'none' || !cost.share.includes(name)),
  }
}

/** Notes that a rule has decided about the current request, whether it counted it or exempts its caller. */
export function noteLimit(name: string): void {
  current.getStore()?.limits.add(name)
}

/** Notes that a statement runs for the current request. */
export function noteShare(name: ShareName): void {
  current.getStore()?.shares.add(name)
}

/** Runs `work` that is the server's own, not the current request's. */
export function besideRequests<T>(work: () => T): T {
  return current.run(null, work)
}

/** Declares how much of the body of `request` may be read. @returns `request` */
export function withLargestBody(request: Request, bytes: number): Request {
  largestBodies.set(request, bytes)
  return request
}

/** @throws Error for a request of a route that declares no body */
export function largestBodyOf(request: Request): number {
  const bytes = largestBodies.get(request)
  if (bytes === undefined) throw new Error(`The route of ${request.method} ${request.url} declares no body`)
  return bytes
}
