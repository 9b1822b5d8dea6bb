// Prints a bench's rows as a table.

export type Row = {
  what: string
  value: number
  unit: string
  /** At least this … */
  floor?: number
  /** … or at most this. A row without either cannot fail. */
  ceiling?: number
  aim: number
  note?: string
}

/** Prints the rows. A row outside its bound makes the command fail. */
export function report(rows: Row[]): void {
  const lines = rows.map((row) => {
    return [
      row.what,
      `${formatNumber(row.value)} ${row.unit}`.trim(),
      bound(row),
      String(row.aim),
      bound(row) === '' ? '' : isWithinBound(row) ? 'ok' : 'MISSED',
      row.note ?? '',
    ]
  })
  const table = [['what', 'measured', 'bound', 'aim', '', ''], ...lines]
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...table.map((line) => (line[column] ?? '').length)),
  )
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  if (!rows.every(isWithinBound)) process.exitCode = 1
}

function bound({ floor, ceiling }: Row): string {
  if (floor !== undefined) return `≥ ${floor}`
  return ceiling === undefined ? '' : `≤ ${ceiling}`
}

function isWithinBound({ value, floor, ceiling }: Row): boolean {
  return (floor === undefined || value >= floor) && (ceiling === undefined || value <= ceiling)
}

function formatNumber(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(2)
}
