// The table that a bench prints.

export type Row = {
  what: string
  value: number
  unit: string
  /** At least this … */
  floor?: number
  /** … or at most this. */
  ceiling?: number
  aim: number
  note?: string
}

/** Prints the rows; a row that misses its floor makes the command fail. */
export function report(rows: Row[]): void {
  const lines = rows.map((row) => {
    const bound = row.floor === undefined ? `≤ ${row.ceiling}` : `≥ ${row.floor}`
    return [
      row.what,
      `${digits(row.value)} ${row.unit}`.trim(),
      bound,
      String(row.aim),
      holds(row) ? 'holds' : 'MISSED',
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
  if (!rows.every(holds)) process.exitCode = 1
}

function holds({ value, floor, ceiling }: Row): boolean {
  return (floor === undefined || value >= floor) && (ceiling === undefined || value <= ceiling)
}

function digits(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(2)
}
