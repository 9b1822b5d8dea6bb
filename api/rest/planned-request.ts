// One request made ready to run: the statement, what must hold before it is committed, and how to answer.
import { LRUCache } from 'lru-cache'
import type { RequestContext, Statement as ScopeStatement } from '../database/scope.ts'
import type { Target } from './request.ts'
import type { Answer, Statement } from './sql.ts'

/** What a request does to what, as it was understood: however its address was spelled. */
export type Work = { target: Target; method: string; rows: number }

/** Asks whether a request may do what it is about to do. @returns the refusal, or null: go on */
export type Admit = (work: Work) => Promise<Response | null>

export type PlannedRequest = {
  readOnly: boolean
  /** Refuses what a guest may not ask for. @throws RestError */
  checkGuest: () => void
  statement: Statement
  /** Looks at the answer before the commit; what it throws undoes everything. */
  check: ((answer: Answer) => void) | null
  /** Asks the planner how many rows there are: always, or only when the bounded count was reached. */
  estimate: { statement: Statement; above: number | null } | null
  /** The statement is an EXPLAIN: its lines are the body. */
  explains?: boolean
  respond: (answer: Answer) => Response
  /** What it does, for limits to count. */
  work: Work
  /** How the database is entered for it. */
  context: Pick<RequestContext, 'searchPath' | 'timezone' | 'rollback'>
}

/**
 * How many different statements are kept prepared. Each costs memory in every backend, and who asks decides how
 * many shapes there are: the one that was used longest ago makes room for the next.
 */
const MAX_PREPARED = 250

/** Decides which statements are worth keeping prepared: those that come twice. */
export class PreparedStatements {
  private readonly slots = new LRUCache<string, number>({ max: MAX_PREPARED })
  private readonly seenOnce = new LRUCache<string, true>({ max: MAX_PREPARED * 4 })
  private next = 1

  /** The statement as the scope takes it. */
  take({ text, values }: Statement): ScopeStatement & { prepare: boolean } {
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
