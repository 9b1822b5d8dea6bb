// Tables for spreadsheets. They contain user text, and spreadsheets treat a cell that starts with some characters as a
// formula: such a cell gets an apostrophe in front, so that the spreadsheet shows it as text.

const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/u
/** Byte order mark: without it, spreadsheets decode Devanagari as another encoding. */
const BYTE_ORDER_MARK = '\ufeff'

export type Cell = string | number | null

/** The rows as CSV (RFC 4180): lines end in CRLF, and the first line names the columns. */
export function toCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `${BYTE_ORDER_MARK}${[columns, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Downloads `text` as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
