// /rest/v1: plans a request, runs its one statement as the viewer, and responds. It only knows the catalog;
// PostgreSQL decides what may be read or written.
import { LRUCache } from 'lru-cache'
import { runLatest } from '../concurrency.ts'
import type { Database, ListeningDatabase } from '../database/database.ts'
import { asService, asViewer, type Cells, maxResponseBytes, PoolTimeout } from '../database/scope.ts'
import { hasRoomFor, isLarge } from '../http/response-timeout.ts'
import type { Logger } from '../log.ts'
import { limitHits } from '../observability/instruments.ts'
import type { Viewer } from '../viewer.ts'
import { type Catalog, readCatalog } from './catalog.ts'
import { CORS_EXPOSED, infoResponse, preflightResponse } from './cors.ts'
import { answerError, busyError, mediaTypeError, methodError, RestError, rootError } from './errors.ts'
import { explained, explainOptions } from './explain.ts'
import type { Query } from './grammar.ts'
import { createGroups, type GroupedCalls } from './grouped-calls.ts'
import { createIdempotency } from './idempotency.ts'
import { acceptsDescription, describe } from './openapi.ts'
import { parseQuery } from './parse.ts'
import { readBody, type TableSanitizers } from './payload.ts'
import { planReadRequest, planWriteRequest, type RequestPlan, relationOf } from './plan-relation-request.ts'
import { planCallRequest } from './plan-routine-request.ts'
import { type Admit, type PlannedRequest, PreparedStatements } from './planned-request.ts'
import { type RestRequest, readRequest, splitAddress } from './request.ts'
import { errorResponse } from './respond.ts'
import type { RestSettings } from './settings.ts'
import { readAnswer } from './sql.ts'
import { quoted } from './sql-text.ts'
import { type DatabaseError, fromDatabase } from './sqlstate.ts'

export type Rest = {
  /**
   * Handles a request under `/rest/v1`. Never throws.
   * @param admit called once the operation is known, before it is executed
   */
  fetch(request: Request, viewer: Viewer, admit?: Admit): Promise<Response>
  /** Reloads the catalog after a schema change. */
  reload(): Promise<void>
}

/** Cache of parsed requests, and the maximum length of a cached URL. */
const KEPT_REQUESTS = 1_000
const KEPT_LENGTH = 2_048

/** Creates the gateway over an open, migrated database. */
export async function createRest(options: {
  db: ListeningDatabase
  settings: RestSettings
  log: Logger
  /** Sanitizers of columns of tables in `public` that hold HTML. */
  sanitizers: TableSanitizers
  groupedCalls: GroupedCalls
}): Promise<Rest> {
  const { db, log, settings, sanitizers } = options
  const findGroup = createGroups(options.groupedCalls)
  const read = () => readCatalog(db, settings.schemas, settings.extraSearchPath)
  let catalog = await read()
  const reads = new LRUCache<string, PlannedRequest>({ max: KEPT_REQUESTS })
  /** Reads that came once: a plan that is not needed again would fill the memory with each discussion that is read. */
  const readOnce = new LRUCache<string, true>({ max: KEPT_REQUESTS })
  const queries = new LRUCache<string, Query>({ max: KEPT_REQUESTS })
  const texts = new PreparedStatements()

  const reload = runLatest(async () => {
    catalog = await read()
    reads.clear()
  })
  // PostgREST's channel, so that migrations written for it work: notify pgrst, 'reload schema'.
  const reloadLater = () =>
    void reload().catch((error: unknown) => log.error({ err: error }, 'rest.catalog_reload_failed'))
  await db.listener.listen(
    'pgrst',
    (payload) => {
      if (payload === '' || payload === 'reload schema') reloadLater()
    },
    // Notifications during an interruption are lost.
    (missedSince) => missedSince !== null && reloadLater(),
  )
  const timezones = createTimezones(db)
  const idempotency = createIdempotency(db, log)

  const parsed = (queryString: string): Query => {
    const kept = queries.get(queryString)
    if (kept) return kept
    const query = parseQuery(queryString)
    if (queryString.length <= KEPT_LENGTH) queries.set(queryString, query)
    return query
  }

  /** A GET's plan depends on these only, so it is cached when it is needed for the second time. */
  const readOf = (
    request: Request,
    address: { path: string; query: string },
    zones: ReadonlySet<string> | undefined,
  ): PlannedRequest => {
    const { headers, method } = request
    const key = JSON.stringify([
      ...[method, address.path, address.query, headers.get('accept'), headers.get('prefer')],
      ...[headers.get('range'), headers.get('accept-profile')],
    ])
    const kept = reads.get(key)
    if (kept) return kept
    const read = readRequest(request, address, settings, zones)
    const planned = readPlanOf(catalog, read, parseQuery(address.query))
    if (key.length > KEPT_LENGTH) return planned
    if (readOnce.has(key)) reads.set(key, planned)
    else readOnce.set(key, true)
    return planned
  }

  const answer = async (request: Request, viewer: Viewer, admit?: Admit): Promise<Response> => {
    const address = splitAddress(request.url)
    const { method } = request
    if (method === 'OPTIONS') return infoResponse(catalog, readRequest(request, address, settings))
    const zones = request.headers.get('prefer')?.includes('timezone=') ? await timezones() : undefined
    const asked = { request, viewer, path: address.path, admit }
    if (method === 'GET' || method === 'HEAD') {
      if (address.path === '/' || address.path === '') return root(request, viewer, address)
      return run(db, texts, readOf(request, address, zones), asked)
    }
    if (!['POST', 'PATCH', 'PUT', 'DELETE'].includes(method)) throw methodError(method)
    const write = readRequest(request, address, settings, zones)
    const body = method === 'DELETE' ? '' : await readBody(request)
    const act = async () => {
      const planned = await writePlanOf(catalog, write, parsed(address.query), body, sanitizers)
      const group = findGroup(planned, { request, viewer, body })
      return group ? runInGroup(planned, group, admit) : run(db, texts, planned, asked)
    }
    return method === 'POST' ? idempotency.once(request, viewer, body, act) : act()
  }

  /** GET of the root: the OpenAPI description of one schema. */
  const root = async (request: Request, viewer: Viewer, address: { path: string; query: string }) => {
    if (settings.openapi === 'disabled') throw rootError()
    const { schema, byProfile, accept } = readRequest(request, address, settings)
    if (!acceptsDescription(accept)) throw mediaTypeError([accept ?? ''])
    const body = await describe({ db, viewer, catalog, schema, settings, address: request.url })
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: {
        'content-type': 'application/openapi+json; charset=utf-8',
        ...(byProfile ? { 'content-profile': schema } : {}),
      },
    })
  }

  return {
    reload,
    fetch: async (request, viewer, admit) => {
      const preflight = preflightResponse(request)
      if (preflight) return preflight
      const response = await answer(request, viewer, admit).catch((error: unknown) =>
        failure(error, request, viewer, log),
      )
      if (request.headers.has('origin')) {
        response.headers.set('access-control-allow-origin', '*')
        response.headers.set('access-control-expose-headers', CORS_EXPOSED)
      }
      return response
    },
  }
}

/** Plans a read, or its EXPLAIN if that is requested and allowed. */
function readPlanOf(catalog: Catalog, request: RestRequest, query: Query): PlannedRequest {
  const { target, schema } = request
  return planOf(request, (meant) => {
    if (target.kind === 'root') throw methodError(request.method)
    if (target.kind === 'routine') return planCallRequest(catalog, target.name, meant, query, '')
    return planReadRequest(catalog, relationOf(catalog, schema, target.name), meant, query)
  })
}

/** Plans a write or a call, or its EXPLAIN; waits until its HTML is sanitised. */
async function writePlanOf(
  catalog: Catalog,
  request: RestRequest,
  query: Query,
  body: string,
  sanitizers: TableSanitizers,
): Promise<PlannedRequest> {
  const { target, schema } = request
  if (target.kind === 'root') throw methodError(request.method)
  if (target.kind === 'routine')
    return planOf(request, (meant) => planCallRequest(catalog, target.name, meant, query, body))
  const relation = relationOf(catalog, schema, target.name)
  const { meant } = explanationOf(request)
  const planned = await planWriteRequest(catalog, relation, meant, query, body, sanitizers)
  return planOf(request, () => planned)
}

function explanationOf(request: RestRequest) {
  const options = request.settings.explain ? explainOptions(request.accept) : null
  return { options, meant: options ? { ...request, accept: options.of } : request }
}

function planOf(request: RestRequest, plan: (meant: RestRequest) => RequestPlan): PlannedRequest {
  const { options, meant } = explanationOf(request)
  const planned = plan(meant)
  const { target, method } = request
  return {
    ...(options ? explained(planned, options) : planned),
    context: contextOf(request),
    work: { target, method, rows: planned.rows ?? 1 },
  }
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

/** Size of the last answer to a request, as long as its plan is cached. */
const lastBytes = new WeakMap<PlannedRequest, number>()

/** @throws RestError */
function refuseWithoutRoom(viewer: Viewer, bytes: number): void {
  if (viewer.role === 'anon' && !hasRoomFor(bytes)) throw busyError()
}

type Asked = { request: Request; viewer: Viewer; path: string; admit: Admit | undefined }

async function run(
  db: Database,
  texts: PreparedStatements,
  planned: PlannedRequest,
  { request, viewer, path, admit }: Asked,
): Promise<Response> {
  const refusal = await admit?.(planned.work)
  if (refusal) return refusal
  if (viewer.role === 'anon' && !viewer.isRendering) planned.checkGuest()
  const { method, headers } = request
  const context = {
    ...planned.context,
    readOnly: planned.readOnly,
    method,
    path,
    headers: shownHeaders(headers),
  }
  const { check } = planned
  const last = () => lastBytes.get(planned) ?? 0
  // Before the database is asked, as far as the last answer tells; and after, by this one.
  const onStart = () => refuseWithoutRoom(viewer, last())
  const ask = () =>
    asViewer<Cells>(
      db,
      viewer,
      context,
      { ...texts.take(planned.statement), raw: true, isHeavy: () => isLarge(last()), onStart },
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
  const most = maxResponseBytes(viewer)
  // Only the output of a custom aggregate can be larger.
  if (most !== null && answer.body.length > most) throw answerError(most)
  lastBytes.set(planned, answer.body.length)
  refuseWithoutRoom(viewer, answer.body.length)
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
async function runInGroup(
  planned: PlannedRequest,
  execute: () => Promise<void>,
  admit: Admit | undefined,
): Promise<Response> {
  const refusal = await admit?.(planned.work)
  if (refusal) return refusal
  await execute()
  return planned.respond({ ...readAnswer(undefined), page: 1 })
}

const TRACE = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

/** Request headers that database functions may read: client and trace identification. */
function shownHeaders(headers: Headers): Record<string, string> {
  const agent = headers.get('user-agent')
  const trace = headers.get('traceparent')
  return {
    ...(agent === null ? {} : { 'user-agent': agent }),
    ...(trace !== null && TRACE.test(trace) ? { traceparent: trace } : {}),
  }
}

/** Concurrent transactions conflicted: 40001 serialization_failure, 40P01 deadlock_detected. */
function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '40001' || code === '40P01'
}

/** The output of EXPLAIN: one line per row, or everything in one. */
function planText(rows: readonly Cells[]): string {
  return rows.map(([line]) => String(line)).join('\n')
}

/** The time zones known to PostgreSQL, queried on first use because it reads a folder. */
function createTimezones(db: Database): () => Promise<ReadonlySet<string>> {
  let known: Promise<ReadonlySet<string>> | null = null
  return () => {
    known ??= asService(
      db,
      async (sql) =>
        new Set((await sql<{ name: string }[]>`select name from pg_timezone_names`).map(({ name }) => name)),
    ).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

/** Maps every error to a response; only unexpected ones are logged. */
function failure(error: unknown, request: Request, viewer: Viewer, log: Logger): Response {
  const head = request.method === 'HEAD'
  if (error instanceof RestError) return errorResponse(error, {}, head)
  if (error instanceof PoolTimeout)
    return errorResponse(new RestError(504, 'PGRST003', error.message), {}, head)
  const code = (error as { code?: unknown } | null)?.code
  if (error instanceof Error && typeof code === 'string') {
    // Other codes are the driver's or the system's for a lost connection; EPIPE only looks like a SQLSTATE.
    if (error.name === 'PostgresError') {
      const answer = fromDatabase(error as Error & DatabaseError, viewer.role !== 'anon')
      if (answer.status === 429) limitHits.inc({ limit: 'database', outcome: 'refused' })
      if (answer.status >= 500) {
        const path = request.url.split('?', 1)[0]
        log.warn({ code, path, reason: error.message }, 'rest.database_refused')
      }
      return errorResponse(answer, {}, head)
    }
    // Not logged as an error: requests during an outage would fill the log. The heartbeat logs it once.
    log.warn({ err: error }, 'db.unreachable')
    const lost = new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.')
    return errorResponse(lost, {}, head)
  }
  log.error({ err: error, path: request.url.split('?', 1)[0] }, 'rest.request_failed')
  return errorResponse(new RestError(500, 'XX000', 'Internal Server Error'), {}, head)
}
