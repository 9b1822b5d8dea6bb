// The fourth station: the statement, planned against the catalog. Linear in the address and in the body, which the
// stations before have bounded, so a request with an error in its form reaches no counter and no connection.
import type { Catalog } from './catalog.ts'
import { explained, explainOptions } from './explain.ts'
import { planReadRequest, planWriteRequest, type RequestPlan } from './plan-relation-request.ts'
import { planCallRequest } from './plan-routine-request.ts'
import type { PlannedRequest } from './planned-request.ts'
import type { Received } from './receive.ts'
import type { RestRequest } from './request.ts'
import type { TableSanitizers } from './sanitizers.ts'
import type { ShownTexts } from './shown.ts'
import { quoted } from './sql-text.ts'
import type { Targeted } from './target.ts'

declare const station: unique symbol

export type Planned = PlannedRequest & { readonly [station]: 'planned' }

/** Plans GET and HEAD, which have no body. */
export function planRead(catalog: Catalog, targeted: Targeted): Planned {
  const { query, subject } = targeted
  return planned(targeted.request, (request) =>
    subject.kind === 'routine'
      ? planCallRequest(catalog, subject.name, request, query, '')
      : planReadRequest(catalog, subject.relation, request, query),
  )
}

/** Plans POST, PATCH, PUT and DELETE. */
export function planWrite(
  catalog: Catalog,
  received: Received,
  texts: { sanitizers: TableSanitizers; shown: ShownTexts['columns'] },
): Planned {
  const { query, subject, body, payload } = received
  return planned(received.request, (request) =>
    subject.kind === 'routine'
      ? planCallRequest(catalog, subject.name, request, query, body)
      : planWriteRequest(catalog, subject.relation, request, query, payload, texts),
  )
}

/** The plan of a request, or of its EXPLAIN if that is requested and allowed. */
function planned(request: RestRequest, planOf: (request: RestRequest) => RequestPlan): Planned {
  const options = request.settings.explain ? explainOptions(request.accept) : null
  const plan = planOf(options ? { ...request, accept: options.of } : request)
  const { target, method } = request
  return {
    ...(options ? explained(plan, options) : plan),
    context: contextOf(request),
    work: { target, method, rows: plan.rows ?? 1 },
  } as Planned
}

/** Settings of the transaction: search path, time zone, and how it ends. */
function contextOf({ schema, settings, preferences, method }: RestRequest): PlannedRequest['context'] {
  const searchPath = [...new Set([schema, ...settings.extraSearchPath])].map(quoted).join(', ')
  const byDefault = settings.transactionEnd.startsWith('rollback') ? 'rollback' : 'commit'
  const { timezone, tx } = preferences
  // Reads have nothing to roll back.
  const reads = method === 'GET' || method === 'HEAD'
  return { searchPath, timezone, rollback: !reads && (tx ?? byDefault) === 'rollback' }
}
