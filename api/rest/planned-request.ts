// A planned request: the statement, the checks before its commit, and how to build the response.
import { LRUCache } from 'lru-cache'
import type { RequestContext, ScopedStatement } from '../database/scope.ts'
import type { GuestWork } from './guest-filters.ts'
import type { Target } from './request.ts'
import type { UncleanRows } from './sanitizers.ts'
import type { ShownRows } from './shown.ts'
import type { Answer, SqlStatement } from './sql.ts'

/** The operation and target of a request, regardless of how its URL was written. */
export type RestOperation = { target: Target; method: string; rows: number }

/** Checks limits before anything is spent on a request. @returns the refusal, or null */
export type Admit = (work: RestOperation) => Promise<Response | null>

export type PlannedRequest = {
  readOnly: boolean
  /** What is judged if a guest asks (guest-filters.ts). */
  guest: GuestWork
  statement: SqlStatement
  /** The statement's rows, if they have HTML; absent otherwise. */
  unclean?: UncleanRows
  /** The statement's rows, if others read texts of them; absent otherwise. */
  shown?: ShownRows
  /** Checks the result before the commit; throwing rolls back. */
  check: ((answer: Answer) => void) | null
  /** Estimates the number of rows by the planner: always, or only if the bounded count was reached. */
  estimate: { statement: SqlStatement; above: number | null } | null
  /** The statement is an EXPLAIN, whose lines are the body. */
  explains?: boolean
  /** The Accept header, if a function of the owner answers it (media type handler of any type). */
  accept: string | null
  respond: (answer: Answer) => Response
  work: RestOperation
  context: Pick<RequestContext, 'searchPath' | 'timezone' | 'rollback'>
}

/**
 * Number of statements kept prepared. Each one uses memory of every backend, and clients decide how many shapes there
 * are, so the least recently used one is evicted.
 */
const MAX_PREPARED = 250

/** Decides which statements are prepared: those that occur twice. */
export class PreparedStatements {
  private readonly slots = new LRUCache<string, number>({ max: MAX_PREPARED })
  private readonly seenOnce = new LRUCache<string, true>({ max: MAX_PREPARED * 4 })
  private next = 1

  take({ text, values }: SqlStatement): ScopedStatement & { prepare: boolean } {
    const slot = this.slots.get(text) ?? (this.seenOnce.get(text) ? this.admit(text) : undefined)
    if (slot !== undefined) return { text, values, prepare: true, slot }
    this.seenOnce.set(text, true)
    return { text, values, prepare: false }
  }

  private admit(text: string): number {
    const slot = this.next++
    this.slots.set(text, slot)
    return slot
  }
}
