// The refusal of an act that needs rights, in SPEC.md's words (section 6).

import { apiError } from './api-error.ts'

export const UNAUTHORIZED = 'Unauthorized: Admin access required'

/** A policy refused the row. */
const FORBIDDEN = '42501'

/** For an insert by an administrator: the error to throw. */
export function insertError(error: { code: string; message: string }): Error {
  return error.code === FORBIDDEN ? new Error(UNAUTHORIZED) : apiError(error)
}

/**
 * For the rows that an update or a deletion returned: a policy does not refuse either, it hides the rows.
 * @throws Error if fewer than `expected` rows were changed
 */
export function assertChanged(rows: readonly unknown[], expected = 1): void {
  if (rows.length < expected) throw new Error(UNAUTHORIZED)
}
