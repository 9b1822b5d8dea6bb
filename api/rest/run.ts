// The last station: the statement runs as the viewer, under the viewer's share, and its row becomes the response.
import type { Database } from '../database/database.ts'
import { asViewer, type Cells, type RequestContext } from '../database/scope.ts'
import type { Viewer } from '../viewer.ts'
import type { Judged } from './judge.ts'
import type { Planned } from './plan-request.ts'
import type { PreparedStatements } from './planned-request.ts'
import { responseBudget } from './response-budget.ts'
import { planText, readAnswer } from './sql.ts'

export type Asked = { request: Request; viewer: Viewer; path: string }

export async function run(
  db: Database,
  texts: PreparedStatements,
  { planned, statement: planStatement }: Judged,
  { request, viewer, path }: Asked,
): Promise<Response> {
  const context = contextOf(planned, { request, path })
  const { check } = planned
  const { isHeavy, onStart, accept } = responseBudget(planned, viewer)
  const ask = () =>
    asViewer<Cells>(
      db,
      viewer,
      context,
      { ...texts.take(planStatement), raw: true, isHeavy, onStart },
      check ? ([cells]) => check(readAnswer(cells)) : undefined,
    )
  // Nothing was sent and everything was rolled back, so the request can be retried here.
  const rows = await ask().catch((error: unknown) => {
    if (isConflict(error)) return ask()
    throw error
  })
  if (planned.explains)
    return planned.respond({ ...readAnswer(undefined), body: Buffer.from(planText(rows)) })
  const answer = readAnswer(rows[0])
  accept(answer.body.length)
  if (!planned.estimate) return planned.respond(answer)
  const { statement, above } = planned.estimate
  if (above !== null && Number(answer.total ?? 0) <= above) return planned.respond(answer)
  const plan = await asViewer<Cells>(db, viewer, context, { ...statement, prepare: false, raw: true })
  const [{ Plan }] = JSON.parse(planText(plan)) as [{ Plan: { 'Plan Rows': number } }]
  const estimated = Plan['Plan Rows']
  return planned.respond({
    ...answer,
    total: String(above === null ? estimated : Math.max(estimated, Number(answer.total))),
  })
}

/** Runs a call of a function that returns nothing together with others. */
export async function runInGroup({ planned }: Judged, execute: () => Promise<void>): Promise<Response> {
  await execute()
  return planned.respond({ ...readAnswer(undefined), page: 1 })
}

/** The transaction of a planned request. */
export function contextOf(planned: Planned, { request, path }: Omit<Asked, 'viewer'>): RequestContext {
  return {
    ...planned.context,
    readOnly: planned.readOnly,
    method: request.method,
    path,
    headers: shownHeaders(request.headers, planned.accept),
  }
}

const TRACE = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

/** Request headers that database functions may read: client and trace identification, and what a handler is asked for. */
function shownHeaders(headers: Headers, accept: string | null): Record<string, string> {
  const agent = headers.get('user-agent')
  const trace = headers.get('traceparent')
  return {
    ...(agent === null ? {} : { 'user-agent': agent }),
    ...(trace !== null && TRACE.test(trace) ? { traceparent: trace } : {}),
    ...(accept === null ? {} : { accept }),
  }
}

/**
 * What may be due to a concurrent transaction: serialization_failure, deadlock_detected, and foreign_key_violation: a row
 * that a policy has just seen may be deleted before the foreign key is checked, and the second try meets the policy.
 */
const CONFLICTS = new Set<unknown>(['40001', '40P01', '23503'])

function isConflict(error: unknown): boolean {
  return CONFLICTS.has((error as { code?: unknown } | null)?.code)
}
