// How `npm run sql` prints the rows of a statement: as an aligned table, CSV or JSON.

/** As the driver returns it with raw(): each value as PostgreSQL writes it. */
export type ResultSet = {
  command: string | null
  /** Rows that were returned or changed; null for other commands. */
  count: number | null
  columns?: readonly { name: string; type: number }[]
} & Iterable<readonly (Uint8Array | null)[]>

/** OIDs of the types whose values are numbers; those of `EXACT` may have more digits than JavaScript's. */
const NUMBERS = new Set([21, 23, 26, 700, 701])
const EXACT = new Set([20, 1700])
const BOOLEAN = 16
const JSON_TYPES = new Set([114, 3802])

const textOf = (value: Uint8Array | null) => (value === null ? null : Buffer.from(value).toString('utf8'))

/** `SELECT 3`, for a statement without columns. */
const tagOf = ({ command, count }: ResultSet) =>
  [command ?? 'OK', ...(count === null ? [] : [count])].join(' ')

/**
 * Columns under each other, numbers at the right; without columns what was done.
 * @param isOne whether it was the only statement: of several without rows, the driver mixes up name and count
 */
export function asTable(result: ResultSet, isOne: boolean): string {
  const columns = result.columns ?? []
  if (columns.length === 0) return `${isOne ? tagOf(result) : 'OK'}\n`
  const rows = Array.from(result, (row) => row.map((value) => shown(textOf(value) ?? '')))
  const heads = columns.map(({ name }) => shown(name))
  const widths = heads.map((head, at) => Math.max(width(head), ...rows.map((row) => width(row[at] ?? ''))))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => {
        const type = columns[at]?.type ?? 0
        const blanks = ' '.repeat((widths[at] ?? 0) - width(cell))
        return NUMBERS.has(type) || EXACT.has(type) ? blanks + cell : cell + blanks
      })
      .join(' | ')
      .trimEnd()
  const rule = widths.map((wide) => '-'.repeat(wide)).join('-+-')
  const end = `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`
  return `${[line(heads), rule, ...rows.map(line), end].join('\n')}\n`
}

/** What members wrote may have escape sequences, which a terminal would obey. */
function shown(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces.
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (sign) =>
    JSON.stringify(sign).length > 3
      ? JSON.stringify(sign).slice(1, -1)
      : `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

/** In characters, without those that are written above or below others. */
const width = (text: string) => [...text.replaceAll(/\p{Mn}/gu, '')].length

/** RFC 4180, with a line of names; null is empty, and an empty text is quoted. */
export function asCsv(result: ResultSet): string {
  const columns = result.columns ?? []
  if (columns.length === 0) return ''
  const cell = (text: string | null) => {
    if (text === null) return ''
    return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const rows = Array.from(result, (row) => row.map((value) => cell(textOf(value))).join(','))
  return `${[columns.map(({ name }) => cell(name)).join(','), ...rows].join('\r\n')}\r\n`
}

/** An array of objects on one line. */
export function asJson(result: ResultSet): string {
  const columns = result.columns ?? []
  const rows = Array.from(result, (row) =>
    Object.fromEntries(columns.map(({ name, type }, at) => [name, typed(textOf(row[at] ?? null), type)])),
  )
  return `${JSON.stringify(rows)}\n`
}

function typed(text: string | null, type: number): unknown {
  if (text === null) return null
  if (type === BOOLEAN) return text === 't'
  if (JSON_TYPES.has(type)) return JSON.parse(text)
  const number = Number(text)
  if (NUMBERS.has(type) && Number.isFinite(number)) return number
  return EXACT.has(type) && String(number) === text ? number : text
}
