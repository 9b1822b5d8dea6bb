// Parses CSV: RFC 4180, with a header line and rows of the same number of fields. NULL is null, as upstream.
import { CsvError, parse } from 'csv-parse/sync'
import { bodyError } from './errors.ts'

/** PostgREST's words for what the parser refuses. */
const MESSAGES: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'All lines must have same number of fields',
  CSV_QUOTE_NOT_CLOSED: 'parse error (endOfInput)',
}

/** Parses CSV to the rows that equivalent JSON would give. @throws RestError PGRST102 */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = records(text)
  if (!header) throw bodyError('not enough input')
  return lines.map((line) =>
    Object.fromEntries(
      header.map((name, index) => [name, line[index] === 'NULL' ? null : (line[index] ?? '')]),
    ),
  )
}

function records(text: string): string[][] {
  try {
    return parse(text, { bom: true, record_delimiter: ['\r\n', '\n', '\r'], skip_empty_lines: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw bodyError(MESSAGES[error.code] ?? `parse error (Failed reading: ${error.message})`)
  }
}
