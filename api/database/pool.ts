// Lends the pool's connections, one borrower at a time, and takes back only what is still of use: a connection that
// broke under its borrower must not be lent again, and one that has prepared too much is replaced by a fresh one.
import { LRUCache } from 'lru-cache'
import type { ReservedSql, Sql } from './connection.ts'

/** How long a request waits for a free connection. */
export const POOL_WAIT_MS = 2_000
/** Prepared statements that a connection may have gathered before it is closed; each costs its backend memory. */
const MAX_PREPARED = 500
/** Connections whose statements are counted; those that closed by themselves fall out. */
const COUNTED_CONNECTIONS = 200

/** No connection came free in time. */
export class PoolTimeout extends Error {}

const LOST = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT'],
  ...['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOENT'],
])

/** PostgreSQL's last word on a connection that it was told to end. */
const ADMIN_SHUTDOWN = '57P01'

/** Words of PostgreSQL's after which it closes the connection. */
const FATAL_SEVERITIES = new Set(['FATAL', 'PANIC'])

/** Whether an error says that the connection is gone (and not that a statement failed on it). */
export function isLost(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
  return (typeof code === 'string' && LOST.has(code)) || FATAL_SEVERITIES.has(String(severity))
}

/**
 * A connection of its own for the borrower, who gives it back by `release`.
 * @throws PoolTimeout
 */
export async function acquire(pool: Sql): Promise<ReservedSql> {
  const reserved = pool.reserve().catch((error: unknown) => {
    // The driver tells the next borrower of a connection why the one before it ended; the connection is new.
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
  try {
    return await Promise.race([reserved, late])
  } catch (error) {
    reserved.then(
      (connection) => connection.release(),
      () => undefined,
    )
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** @param failure what the borrower's work threw, if it did */
export function release(connection: ReservedSql, failure?: unknown): void {
  // The driver has put a broken connection among the closed ones, from where it will be opened anew. Releasing it
  // would put it among the open ones, and the next borrower would write to a socket that is not there.
  if (!isLost(failure)) connection.release()
}

const prepared = new LRUCache<number, Set<number>>({ max: COUNTED_CONNECTIONS })

/**
 * Notes that a statement was prepared on the connection that gave `rows`.
 * @param slot the statement's number, never used for another one
 * @returns whether the connection holds so many by now that it should be `destroy`d
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

/** Closes a connection instead of giving it back; the pool opens a new one when it needs it. */
export async function destroy(connection: ReservedSql): Promise<void> {
  try {
    // The end comes while it sleeps: an answer that came before it would look like a connection still of use.
    await connection.unsafe(
      'select pg_catalog.pg_terminate_backend(pg_catalog.pg_backend_pid()), pg_catalog.pg_sleep(5)',
    )
    connection.release()
  } catch (error) {
    release(connection, error)
  }
}
