// Whether a retry may help: network and server errors may be temporary, a refusal is not.

/**
 * Temporary SQLSTATE classes and API codes: connection, resources, operator intervention, system, internal error, and
 * an unreachable database.
 */
const HEALS = /^(08|53|57P|58|XX|PGRST00)/
const SERVER_ERROR = 500

/** @param error of a read; its `cause` counts if it has no code or status itself */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  // The official client gives a request without a response an empty code.
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return HEALS.test(error.code)
  if ('status' in error && typeof error.status === 'number' && error.status !== 0)
    return error.status >= SERVER_ERROR
  if ('cause' in error && error.cause !== undefined) return isTransient(error.cause)
  return true
}
