// The refusal of an act that needs rights, in SPEC.md's words (section 6).

export const UNAUTHORIZED = 'Unauthorized: Admin access required'

/**
 * For the rows that an update or a deletion returned: a policy does not refuse either, it hides the rows.
 * @throws Error if fewer than `expected` rows were changed
 */
export function assertChanged(rows: readonly unknown[], expected = 1): void {
  if (rows.length < expected) throw new Error(UNAUTHORIZED)
}
