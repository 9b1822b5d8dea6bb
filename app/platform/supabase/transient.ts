// Whether asking again may help: a network or a server that fails may heal, a refusal stays one.

/**
 * SQLSTATE classes and codes of the contract that pass: connection, resources, operator intervention, system, our own
 * fault, and a database that was not reached.
 */
const HEALS = /^(08|53|57P|58|XX|PGRST00)/
const SERVER_ERROR = 500

/** @param error what a read threw; what it was made from is asked when it says nothing itself */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  // The official client gives a request that found nobody an empty code.
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return HEALS.test(error.code)
  if ('status' in error && typeof error.status === 'number' && error.status !== 0)
    return error.status >= SERVER_ERROR
  if ('cause' in error && error.cause !== undefined) return isTransient(error.cause)
  return true
}
