// Rows in the order of one of their columns.

export type Order = { key: string; descending: boolean }

/** Digits count as numbers and case does not matter, as people sort. */
const COLLATOR = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' })

/** A sorted copy; what has no value comes last either way, and equal rows keep their order. */
export function sorted<Row>(
  rows: readonly Row[],
  by: (row: Row) => string | number | null,
  descending: boolean,
): Row[] {
  const sign = descending ? -1 : 1
  return rows
    .map((row) => ({ row, value: by(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      if (typeof a.value === 'number' && typeof b.value === 'number') return sign * (a.value - b.value)
      return sign * COLLATOR.compare(String(a.value), String(b.value))
    })
    .map(({ row }) => row)
}
