// Errors that any request may meet, whatever it was, which each API reports in its own format: the database does not
// answer, or auth.enter_session has found at the start of a member's transaction that the session may not continue.
import { isLost } from './pool.ts'
import { PoolTimeout } from './scope.ts'

/** Codes of PostgreSQL while it ends or starts, and of /rest/v1 for a database that does not answer (rest.ts). */
const AWAY = new Set(['57P01', '57P02', '57P03', 'PGRST001', 'PGRST003'])

/**
 * Whether the database is away, or too busy to answer in time: the error itself, what /rest/v1 answered for it, or the
 * cause of another error.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof PoolTimeout || isLost(error)) return true
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return AWAY.has(String(code)) || (cause !== undefined && cause !== error && isUnavailable(cause))
}

/** Deadlock, lock_not_available, query_canceled. */
const TIMED_OUT = new Set(['40P01', '55P03', '57014'])

/** Whether a statement waited too long for others, or took too long: the same request may succeed later. */
export function hasTimedOut(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return TIMED_OUT.has(String(code))
}

/** `insufficient_aal`: the account has a second factor that this session has not verified. */
export type SessionRefusal =
  | { status: 401; code: 'session_not_found' }
  | { status: 403; code: 'insufficient_aal' }

/** @returns null for every other error */
export function sessionRefusal(error: unknown): SessionRefusal | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (code === 'PT401' && message === 'session_not_found') return { status: 401, code: message }
  if (code === 'PT403' && message === 'insufficient_aal') return { status: 403, code: message }
  return null
}
