// The one place that sets a role. Every statement of the server runs through a function of this file, under the least
// privileged role that suffices, in a transaction that ends with it.
import { noteShare } from '../http/route-cost.ts'
import { limitKey } from '../limits/client-address.ts'
import type { Viewer } from '../viewer.ts'
import { dropInactive, type ReservedSql, type Sql } from './connection.ts'
import type { Database } from './database.ts'
import { DatabaseUnresponsive } from './heartbeat.ts'
import { acquire, destroy, isLost, notePrepared, release } from './pool.ts'

export { PoolTimeout } from './pool.ts'

const STATEMENT_TIMEOUT_MS = { anon: 1_000, authenticated: 8_000, service_role: 60_000 } as const
/** A member's read. No list takes this long; a write may wait for the lock of a row. */
const MEMBER_READ_TIMEOUT_MS = 2_000
/**
 * Maximum size of a response. A member's holds a thousand replies (MAX_ROWS) of the longest kind in English, 20 MB; a
 * pool of 10 returning that at once needs 320 MB. The service role is the operator, limited by MAX_ROWS only.
 */
const RESPONSE_BYTES = { anon: 8 * 1024 * 1024, authenticated: 32 * 1024 * 1024, service_role: null } as const
/** Rendering a page may take longer than a visitor's own query, because its queries are ours. */
const RENDERING_TIMEOUT_MS = 3_000
/** Default of the session (database.ts). */
const SESSION_TIMEOUT_MS = 8_000
/** Network time allowed beyond the statement's own, before the connection counts as broken. */
const GRACE_MS = 2_000

export type RequestContext = {
  /** Makes the transaction read-only in PostgreSQL: GET must never write. */
  readOnly: boolean
  method: string
  path: string
  /** Lower-case names; reaches SQL as `request.headers`. */
  headers?: Record<string, string>
  /** Quoted schema names, separated by commas; default: that of the pool's sessions. */
  searchPath?: string
  /** Time zone name known to PostgreSQL. */
  timezone?: string | null
  /** Rolls back at the end, for a dry run. */
  rollback?: boolean
}

export type ScopedStatement = {
  text: string
  values: readonly unknown[]
  /** False for a text that is unlikely to recur: prepared statements stay on the connection. Default true. */
  prepare?: boolean
  /** Number of a statement that is prepared only sometimes, used to count a connection's statements. */
  slot?: number
  /** Returns rows as `Cells`, without decoding and re-encoding strings. Default false. */
  raw?: boolean
  /** Whether a guest's statement starts after all others that wait; called whenever one of them may start. */
  isHeavy?: () => boolean
  /** Called when it starts; throwing ends it before the database is asked. */
  onStart?: () => void
}

/** A row as received: each column's text in UTF-8, in order. */
export type Cells = readonly (Buffer<ArrayBuffer> | null)[]

const INSUFFICIENT_PRIVILEGE = '42501'

/** The role of the auth service. */
const IDENTITY = 'supabase_auth_admin'

const ENTER = `set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('statement_timeout', $6, true),
  set_config('lock_timeout', '2000', true), set_config('arthachowk.answer_bytes', $7, true)`

/** Whether this transaction has added to the change log, whose triggers set this mark. */
const HAS_CHANGES = `select 1 where current_setting('arthachowk.announced', true) = '1'`

/**
 * Runs one statement as `viewer`, in one round trip: begin, session check, role and claims, statement, commit. A
 * write resolves after this node has evicted the pages that showed the old state.
 * @param check inspects the rows before the commit; throwing rolls everything back
 * @throws PostgresError of the step that failed; PoolTimeout; DatabaseUnresponsive
 */
export async function asViewer<Row extends object>(
  db: Database,
  viewer: Viewer,
  context: RequestContext,
  statement: ScopedStatement,
  check?: (rows: Row[]) => void,
): Promise<Row[]> {
  noteShare('callers')
  const { rows, hasChanges } = await unlessUnresponsive(db, () =>
    withShare(db, viewer, statement.isHeavy, () => {
      statement.onStart?.()
      return runAsViewer(db, viewer, context, statement, check)
    }),
  )
  if (hasChanges) await db.changeLog?.committed()
  return rows
}

/** Guests and members queue for their shares of the pool, each address and each account within its own limit. */
function withShare<T>(
  { shares }: Database,
  viewer: Viewer,
  isHeavy: ScopedStatement['isHeavy'],
  work: () => Promise<T>,
): Promise<T> {
  // The service role is the operator's.
  if (!shares || viewer.role === 'service_role') return work()
  if (viewer.role === 'authenticated') return shares.members.run(viewer.userId, work, isHeavy)
  if (viewer.isRendering) return shares.guests.run(null, work)
  return shares.visitors.run(limitKey(viewer.address), () => shares.guests.run(null, work), isHeavy)
}

/** Maximum response size for `viewer`; null: unlimited. */
export function maxResponseBytes(viewer: Viewer): number | null {
  return viewer.isRendering ? null : RESPONSE_BYTES[viewer.role]
}

function timeoutOf(viewer: Viewer, { readOnly }: RequestContext): number {
  if (viewer.isRendering) return RENDERING_TIMEOUT_MS
  return viewer.role === 'authenticated' && readOnly
    ? MEMBER_READ_TIMEOUT_MS
    : STATEMENT_TIMEOUT_MS[viewer.role]
}

/**
 * Rejects when the database becomes unresponsive. The statement may still run, and its connection is released when it
 * ends.
 */
function unlessUnresponsive<T>({ heartbeat }: Database, work: () => Promise<T>): Promise<T> {
  if (!heartbeat) return work()
  return heartbeat.isUnresponsive ? Promise.reject(new DatabaseUnresponsive()) : heartbeat.guard(work())
}

async function runAsViewer<Row extends object>(
  db: Database,
  viewer: Viewer,
  context: RequestContext,
  statement: ScopedStatement,
  check?: (rows: Row[]) => void,
): Promise<{ rows: Row[]; hasChanges: boolean }> {
  const connection = await acquire(db.pool, viewer.role)
  const timeoutMs = timeoutOf(viewer, context)
  const deadline = setTimeout(() => dropInactive(db.pool, timeoutMs), timeoutMs + GRACE_MS)
  let failure: unknown
  let full = false
  try {
    const steps: Promise<unknown>[] = [prepared(connection, context.readOnly ? 'begin read only' : 'begin')]
    const headers = { ...context.headers, 'x-forwarded-for': viewer.address }
    const values: (string | null)[] = [
      viewer.role,
      JSON.stringify(viewer.claims),
      context.method,
      context.path,
      JSON.stringify(headers),
      String(timeoutMs),
      String(maxResponseBytes(viewer) ?? ''),
    ]
    let enter = ''
    // Before the role is set, because none of the roles may call it. Also without a session (a token signed by the
    // operator), because the account may be banned or deleted.
    if (viewer.userId !== null) {
      enter = `auth.enter_session($${values.push(viewer.sessionId)}, $${values.push(viewer.userId)}), `
    }
    enter = `select ${enter}${ENTER}`
    // PostgreSQL 18 announces each change of it, and its end, to the client.
    if (context.searchPath !== undefined && context.searchPath !== db.searchPath) {
      enter += `, set_config('search_path', $${values.push(context.searchPath)}, true)`
    }
    if (context.timezone) enter += `, set_config('timezone', $${values.push(context.timezone)}, true)`
    steps.push(prepared(connection, enter, values))
    // Without parameters the driver uses the simple protocol, which plans the statement each time; its types lack the
    // option that prevents this.
    const options = { prepare: statement.prepare ?? true, simple: false }
    const query = connection.unsafe(statement.text, statement.values as never[], options)
    const result = (statement.raw ? query.raw() : query) as unknown as Promise<Row[]>
    steps.push(result)
    // A dry run must fail where the real one would fail at its commit.
    if (context.rollback) steps.push(prepared(connection, 'set constraints all immediate'))
    const changes = context.readOnly || context.rollback ? null : prepared<unknown[]>(connection, HAS_CHANGES)
    if (changes) steps.push(changes)
    const end = context.rollback ? 'rollback' : 'commit'
    // The commit is pipelined; after a failed step PostgreSQL turns it into a rollback.
    if (!check) steps.push(prepared(connection, end))
    const failed = await firstFailure(steps)
    if (failed) {
      if (check && !isLost(failed.reason)) await prepared(connection, 'rollback')
      throw failed.reason
    }
    const rows = await result
    if (check) await finish(connection, end, () => check(rows))
    full = statement.slot !== undefined && notePrepared(rows, statement.slot)
    return { rows, hasChanges: changes !== null && (await changes).length > 0 }
  } catch (error) {
    failure = error
    throw error
  } finally {
    clearTimeout(deadline)
    if (full) void destroy(connection)
    else release(connection, failure)
  }
}

/** Time limit of a job's batch, which must not hold locks or a connection for long. */
const JOB_STATEMENT_MS = 5_000

/** May execute the job functions and nothing else. */
const JOBS = 'site_jobs'

/**
 * Runs one batch of a job (api/jobs): functions that run as their owner, in one transaction with its own time limits.
 * @param statementMs time limit of a statement
 */
export function asJob<T>(
  db: Database,
  work: (sql: Sql) => Promise<T>,
  { statementMs = JOB_STATEMENT_MS } = {},
): Promise<T> {
  const batch = () => inRole(db, JOBS, work, statementMs)
  return unlessUnresponsive(db, () => (db.shares ? db.shares.jobs.run(null, batch) : batch()))
}

/**
 * Runs the service's own work (mail, the seed), bypassing row security. Never with a visitor's input as SQL. It takes no
 * share: the routes that call it are limited by address, and jobs take theirs (asJob).
 */
export function asService<T>(db: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  noteShare('service')
  return unlessUnresponsive(db, () => inRole(db, 'service_role', work))
}

/** Runs the auth service's work on schema `auth`, and nothing else. `work` must not ask for another connection. */
export function asAuth<T>(db: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return unlessUnresponsive(db, () => withAccountsShare(db, () => inRole(db, IDENTITY, work)))
}

function withAccountsShare<T>({ shares }: Database, work: () => Promise<T>): Promise<T> {
  noteShare('accounts')
  return shares ? shares.accounts.run(null, work) : work()
}

/** Runs a single statement of the auth service, in one round trip and its own transaction. */
export function queryAuth<Row extends object>(
  db: Database,
  statement: { text: string; values: readonly unknown[] },
): Promise<Row[]> {
  return unlessUnresponsive(db, () => withAccountsShare(db, () => queryInRole<Row>(db, IDENTITY, statement)))
}

/** The same as part of `viewer`'s own request, which takes the viewer's share and none of the accounts'. */
export function queryAuthWithin<Row extends object>(
  db: Database,
  viewer: Viewer,
  statement: { text: string; values: readonly unknown[] },
): Promise<Row[]> {
  noteShare('callers')
  return unlessUnresponsive(db, () =>
    withShare(db, viewer, undefined, () => queryInRole<Row>(db, IDENTITY, statement)),
  )
}

/**
 * Runs a statement that reads the change log.
 * @param sql client with one connection, which is used for this alone and keeps the role for it
 */
export async function queryChangeLog<Row extends object>(
  sql: Sql,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<Row[]> {
  const deadline = setTimeout(() => dropInactive(sql, SESSION_TIMEOUT_MS), SESSION_TIMEOUT_MS + GRACE_MS)
  try {
    const read = () => sql.unsafe<Row[]>(text, values as never[], { prepare: true })
    return await read().catch(async (error: unknown) => {
      if ((error as { code?: unknown } | null)?.code !== INSUFFICIENT_PRIVILEGE) throw error
      // The connection is new.
      await sql.unsafe('set role service_role')
      return read()
    })
  } finally {
    clearTimeout(deadline)
  }
}

async function queryInRole<Row extends object>(
  db: Database,
  role: string,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<Row[]> {
  const connection = await acquire(db.pool, role)
  const deadline = setTimeout(() => dropInactive(db.pool, SESSION_TIMEOUT_MS), SESSION_TIMEOUT_MS + GRACE_MS)
  let failure: unknown
  try {
    const result = prepared<Row[]>(connection, text, values)
    const failed = await firstFailure([...entering(connection, role), result, prepared(connection, 'commit')])
    if (failed) throw failed.reason
    return await result
  } catch (error) {
    failure = error
    throw error
  } finally {
    clearTimeout(deadline)
    release(connection, failure)
  }
}

/** Begins a transaction as `role`. @param statementMs time limit of a statement; default: the session's */
function entering(connection: ReservedSql, role: string, statementMs?: number): Promise<unknown>[] {
  const values = [role]
  let enter = `select set_config('role', $1, true), set_config('lock_timeout', '2000', true)`
  if (statementMs !== undefined) {
    enter += `, set_config('statement_timeout', $${values.push(String(statementMs))}, true)`
  }
  return [prepared(connection, 'begin'), prepared(connection, enter, values)]
}

/**
 * Waits for all of `steps`, or until the connection is lost: the driver never settles statements it had not sent by
 * then.
 * @returns the most specific failure: the lost connection's, or the first one
 */
function firstFailure(steps: Promise<unknown>[]): Promise<PromiseRejectedResult | undefined> {
  return new Promise((resolve) => {
    for (const step of steps) {
      step.catch((reason: unknown) => {
        if (isLost(reason)) resolve({ status: 'rejected', reason })
      })
    }
    void Promise.allSettled(steps).then((settled) =>
      resolve(settled.find((step) => step.status === 'rejected')),
    )
  })
}

async function inRole<T>(
  db: Database,
  role: string,
  work: (sql: Sql) => Promise<T>,
  statementMs?: number,
): Promise<T> {
  const connection = await acquire(db.pool, role)
  let failure: unknown
  try {
    await Promise.all(entering(connection, role, statementMs))
    let result: T
    try {
      result = await work(connection as unknown as Sql)
    } catch (error) {
      if (!isLost(error)) await prepared(connection, 'rollback')
      throw error
    }
    await prepared(connection, 'commit')
    return result
  } catch (error) {
    failure = error
    throw error
  } finally {
    release(connection, failure)
  }
}

async function finish(connection: ReservedSql, end: 'commit' | 'rollback', check: () => void): Promise<void> {
  try {
    check()
  } catch (error) {
    await prepared(connection, 'rollback')
    throw error
  }
  await prepared(connection, end)
}

function prepared<Result = unknown>(
  connection: ReservedSql,
  text: string,
  values: readonly unknown[] = [],
): Promise<Result> {
  return connection.unsafe(text, values as never[], { prepare: true }) as unknown as Promise<Result>
}
