// Executes frequent calls of a function by guests in groups, so that each costs a part of a transaction instead of a
// whole one. While a group runs, the next one gathers; on an idle server a call is executed at once.
import DataLoader from 'dataloader'
import { PoolTimeout } from '../database/scope.ts'
import type { Viewer } from '../viewer.ts'
import { bodyType, parseJson } from './payload.ts'
import type { PlannedRequest } from './planned-request.ts'

type GuestCall = {
  /** The result of `argument`. */
  argument: string
  address: string
  /** '' without the header. */
  userAgent: string
}

export type GroupedCall = {
  /**
   * Reads the arguments of a call.
   * @returns null if they may be invalid: the call is then executed alone, because its error would fail the whole group
   */
  argument(args: unknown): string | null
  /** Executes calls in one transaction. When it throws, each of them fails. */
  execute(calls: readonly GuestCall[]): Promise<void>
}

/** By the name of the function, which must be in the default schema and return void. */
export type GroupedCalls = Readonly<Record<string, GroupedCall>>

/** Finds the group for a request. @returns the execution, or null when the request is executed alone */
type FindGroup = (
  planned: PlannedRequest,
  asked: { request: Request; viewer: Viewer; body: string },
) => (() => Promise<void>) | null

const MOST_IN_GROUP = 200
/** Maximum number of waiting calls; further ones are refused, as if no connection became free. */
const MOST_WAITING = 2_000

export function createGroups(calls: GroupedCalls): FindGroup {
  const groups = new Map(
    Object.entries(calls).map(([name, { argument, execute }]) => [
      name,
      { argument, add: createGroup(execute) },
    ]),
  )
  return ({ work: { target, method }, context, explains }, { request, viewer, body }) => {
    const group = target.kind === 'routine' ? groups.get(target.name) : undefined
    if (!group || method !== 'POST' || viewer.role !== 'anon') return null
    const { headers } = request
    const isJson = bodyType(headers.get('content-type')) === 'application/json'
    if (!isJson || headers.has('content-profile') || context.rollback || explains) return null
    const argument = group.argument(parseJson(body))
    if (argument === null) return null
    const userAgent = headers.get('user-agent') ?? ''
    return () => group.add({ argument, address: viewer.address, userAgent })
  }
}

function createGroup(execute: GroupedCall['execute']): (call: GuestCall) => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const loader = new DataLoader<GuestCall, void>(
    (calls) => {
      const executed = execute(calls).then(() => calls.map(() => undefined))
      running = executed.catch(() => undefined)
      return executed
    },
    { cache: false, maxBatchSize: MOST_IN_GROUP, batchScheduleFn: (start) => void running.then(start) },
  )
  return async (call) => {
    if (waiting >= MOST_WAITING) throw new PoolTimeout('Timed out acquiring connection from connection pool.')
    waiting += 1
    try {
      await loader.load(call)
    } finally {
      waiting -= 1
    }
  }
}
