// /rest/v1: takes a request through its stations, which target.ts lists, and turns every error into a response. It only
// knows the catalog; PostgreSQL decides what may be read or written.
import { LRUCache } from 'lru-cache'
import { runLatest } from '../concurrency.ts'
import type { Database, ListeningDatabase } from '../database/database.ts'
import { asService, PoolTimeout } from '../database/scope.ts'
import { isUnavailable } from '../database/session-refusal.ts'
import type { Logger } from '../log.ts'
import { limitHits } from '../observability/instruments.ts'
import type { Viewer } from '../viewer.ts'
import { type Admitted, admitRequest } from './admit.ts'
import { authorise } from './authorise.ts'
import { readCatalog } from './catalog.ts'
import { clean } from './clean.ts'
import { CORS_EXPOSED, infoResponse, preflightResponse } from './cors.ts'
import { mediaTypeError, methodError, RestError, rootError } from './errors.ts'
import type { Query } from './grammar.ts'
import { createGroups, type GroupedCalls } from './grouped-calls.ts'
import { createGuestFilters } from './guest-filters.ts'
import { createIdempotency } from './idempotency.ts'
import { judgeTexts } from './judge.ts'
import { acceptsDescription, describe } from './openapi.ts'
import { parseQuery } from './parse.ts'
import { type Planned, planRead, planWrite } from './plan-request.ts'
import { type Admit, PreparedStatements } from './planned-request.ts'
import { receive } from './receive.ts'
import { readRequest, splitAddress } from './request.ts'
import { errorResponse } from './respond.ts'
import { contextOf, run, runInGroup } from './run.ts'
import type { TableSanitizers } from './sanitizers.ts'
import type { RestSettings } from './settings.ts'
import type { ShownTexts } from './shown.ts'
import { type DatabaseError, fromDatabase } from './sqlstate.ts'
import { targetOf } from './target.ts'

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

const UNJUDGED: ShownTexts = { columns: {}, judge: async () => undefined }

/** Creates the gateway over an open, migrated database. */
export async function createRest(options: {
  db: ListeningDatabase
  settings: RestSettings
  log: Logger
  /** Sanitizers of columns of tables in `public` that hold HTML. */
  sanitizers: TableSanitizers
  /** What others read, and who judges it; without it everything passes. */
  shown?: ShownTexts
  groupedCalls: GroupedCalls
}): Promise<Rest> {
  const { db, log, settings, sanitizers, shown = UNJUDGED } = options
  const findGroup = createGroups(options.groupedCalls)
  const read = () => readCatalog(db, settings.schemas, settings.extraSearchPath)
  let catalog = await read()
  const guestFilters = createGuestFilters({ db, settings, log, catalog: () => catalog })
  const reads = new LRUCache<string, Planned>({ max: KEPT_REQUESTS })
  /** Reads that came once: a plan that is not needed again would fill the memory with each discussion that is read. */
  const readOnce = new LRUCache<string, true>({ max: KEPT_REQUESTS })
  const queries = new LRUCache<string, Query>({ max: KEPT_REQUESTS })
  const texts = new PreparedStatements()

  const reload = runLatest(async () => {
    catalog = await read()
    guestFilters.forget()
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
  ): Planned => {
    const { headers, method } = request
    const key = JSON.stringify([
      ...[method, address.path, address.query, headers.get('accept'), headers.get('prefer')],
      ...[headers.get('range'), headers.get('accept-profile')],
    ])
    const kept = reads.get(key)
    if (kept) return kept
    const read = readRequest(request, address, settings, zones)
    const planned = planRead(catalog, targetOf(catalog, read, parseQuery(address.query)))
    if (key.length > KEPT_LENGTH) return planned
    if (readOnce.has(key)) reads.set(key, planned)
    else readOnce.set(key, true)
    return planned
  }

  const judged = async (admitted: Admitted, viewer: Viewer) =>
    judgeTexts(await clean(admitted), viewer, shown.judge)

  const answer = async (request: Request, viewer: Viewer, admit?: Admit): Promise<Response> => {
    const address = splitAddress(request.url)
    const { method } = request
    if (method === 'OPTIONS') return infoResponse(catalog, readRequest(request, address, settings))
    const zones = request.headers.get('prefer')?.includes('timezone=') ? await timezones() : undefined
    const asked = { request, viewer, path: address.path }
    const judgeGuest = (planned: Planned) =>
      guestFilters.admit(planned.guest, viewer, contextOf(planned, asked))
    const gate = { admit, judgeGuest }
    if (method === 'GET' || method === 'HEAD') {
      if (address.path === '/' || address.path === '') return root(request, viewer, address)
      const admitted = await admitRequest(readOf(request, address, zones), viewer, gate)
      return admitted instanceof Response ? admitted : run(db, texts, await judged(admitted, viewer), asked)
    }
    if (!['POST', 'PATCH', 'PUT', 'DELETE'].includes(method)) throw methodError(method)
    // The catalog may be replaced meanwhile.
    const known = catalog
    const write = readRequest(request, address, settings, zones)
    const target = targetOf(known, write, parsed(address.query))
    const authorised = await authorise(target, viewer, { db, onOutdated: reloadLater })
    const received = await receive(authorised, request)
    const planned = planWrite(known, received, { sanitizers, shown: shown.columns })
    const { body } = received
    const act = async () => {
      const admitted = await admitRequest(planned, viewer, gate)
      if (admitted instanceof Response) return admitted
      const fit = await judged(admitted, viewer)
      const group = findGroup(planned, { request, viewer, body })
      return group ? runInGroup(fit, group) : run(db, texts, fit, asked)
    }
    // A repeated request is not counted by limits, and gets the response that the first one was given.
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
  // EPIPE only looks like a SQLSTATE.
  if (error instanceof Error && error.name === 'PostgresError' && typeof code === 'string') {
    const answer = fromDatabase(error as Error & DatabaseError, viewer.role !== 'anon')
    if (answer.status === 429) limitHits.inc({ limit: 'database', outcome: 'refused' })
    if (answer.status >= 500) {
      const path = request.url.split('?', 1)[0]
      log.warn({ code, path, reason: error.message }, 'rest.database_refused')
    }
    return errorResponse(answer, {}, head)
  }
  if (isUnavailable(error)) {
    // Not logged as an error: requests during an outage would fill the log. The heartbeat logs it once.
    log.warn({ err: error }, 'db.unreachable')
    const lost = new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.')
    return errorResponse(lost, {}, head)
  }
  log.error({ err: error, path: request.url.split('?', 1)[0] }, 'rest.request_failed')
  return errorResponse(new RestError(500, 'XX000', 'Internal Server Error'), {}, head)
}
