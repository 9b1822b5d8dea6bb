// Acquires and releases connections of the pool. A connection that broke is not returned to the pool, and one with
// too many prepared statements is replaced.
import { LRUCache } from 'lru-cache'
import type { Cell } from '../observability/histogram.ts'
import { poolWaits, transactionDurations } from '../observability/instruments.ts'
import type { ReservedSql, Sql } from './connection.ts'

/** How long a request waits for a free connection. */
export const POOL_WAIT_MS = 2_000
/** Prepared statements per connection before it is closed; each one uses memory of its backend. */
const MAX_PREPARED = 500
/** Number of connections whose prepared statements are counted; closed ones are evicted. */
const COUNTED_CONNECTIONS = 200

/** No connection became free in time. */
export class PoolTimeout extends Error {}

const LOST = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT'],
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT'],
  // Its host has no address, or no way leads there.
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'],
])

/** SQLSTATE that PostgreSQL sends when it is told to end a connection. */
const ADMIN_SHUTDOWN = '57P01'

/** Severities after which PostgreSQL closes the connection. */
const FATAL_SEVERITIES = new Set(['FATAL', 'PANIC'])

/** Whether an error means that the connection is lost (rather than that a statement failed). */
export function isLost(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
  return (typeof code === 'string' && LOST.has(code)) || FATAL_SEVERITIES.has(String(severity))
}

/** Connections of the pool that are taken, and requests that wait for one. */
export const poolUse = { taken: 0, waiting: 0 }

/** By role, of which there are five. */
const durations = new Map<string, Cell>()
const takenAt = new WeakMap<ReservedSql, { at: number; role: string }>()

/** Takes a connection out of the pool for work as `role`; `release` returns it. @throws PoolTimeout */
export async function acquire(pool: Sql, role: string): Promise<ReservedSql> {
  const start = performance.now()
  const reserved = pool.reserve().catch((error: unknown) => {
    // The driver reports the end of the previous connection to the next caller; the connection itself is new.
    if ((error as { code?: unknown } | null)?.code === ADMIN_SHUTDOWN) return pool.reserve()
    throw error
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PoolTimeout('Timed out acquiring connection from connection pool.')),
      POOL_WAIT_MS,
    )
  })
  poolUse.waiting += 1
  try {
    const connection = await Promise.race([reserved, late])
    poolUse.taken += 1
    takenAt.set(connection, { at: performance.now(), role })
    return connection
  } catch (error) {
    reserved.then(
      (connection) => connection.release(),
      () => undefined,
    )
    throw error
  } finally {
    poolUse.waiting -= 1
    poolWaits.add((performance.now() - start) / 1_000)
    clearTimeout(timer)
  }
}

/** @param failure what the work on the connection threw, if it did */
export function release(connection: ReservedSql, failure?: unknown): void {
  noteEnd(connection)
  // The driver has moved a broken connection to its closed ones and reconnects it on demand. Releasing it would mark
  // it as open, and the next statement would be written to a dead socket.
  if (!isLost(failure)) connection.release()
}

function noteEnd(connection: ReservedSql): void {
  const taken = takenAt.get(connection)
  if (!taken) return
  takenAt.delete(connection)
  poolUse.taken -= 1
  const { at, role } = taken
  const cell = durations.get(role) ?? transactionDurations.cell({ role })
  durations.set(role, cell)
  cell.add((performance.now() - at) / 1_000)
}

const prepared = new LRUCache<number, Set<number>>({ max: COUNTED_CONNECTIONS })

/**
 * Records that a statement was prepared on the connection that returned `rows`.
 * @param slot number of the statement, unique to it
 * @returns whether the connection has reached its limit and should be passed to `destroy`
 */
export function notePrepared(rows: object, slot: number): boolean {
  const pid = (rows as { state?: { pid?: number } }).state?.pid
  if (pid === undefined) return false
  const slots = prepared.get(pid) ?? new Set()
  slots.add(slot)
  prepared.set(pid, slots)
  if (slots.size <= MAX_PREPARED) return false
  prepared.delete(pid)
  return true
}

/** Closes a connection instead of releasing it; the pool opens a new one on demand. */
export async function destroy(connection: ReservedSql): Promise<void> {
  try {
    // The backend is terminated during the sleep: a result that arrived before would make the connection look usable.
    await connection.unsafe(
      'select pg_catalog.pg_terminate_backend(pg_catalog.pg_backend_pid()), pg_catalog.pg_sleep(5)',
    )
    release(connection)
  } catch (error) {
    release(connection, error)
  }
}
