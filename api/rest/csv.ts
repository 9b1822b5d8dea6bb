// Parses CSV: RFC 4180, with a header line and rows of the same number of fields. NULL is null, as upstream.
import { bodyError } from './errors.ts'

/** Parses CSV to the rows that equivalent JSON would give. @throws RestError PGRST102 */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = records(text.replace(/^\uFEFF/, ''))
  if (!header) throw bodyError('not enough input')
  return lines.map((line) => {
    if (line.length !== header.length) throw bodyError('All lines must have same number of fields')
    return Object.fromEntries(
      header.map((name, index) => [name, line[index] === 'NULL' ? null : (line[index] ?? '')]),
    )
  })
}

function records(text: string): string[][] {
  const found: string[][] = []
  let record: string[] = []
  let at = 0
  const endRecord = () => {
    // A blank line, such as the last one, is skipped.
    if (record.length > 1 || record[0] !== '') found.push(record)
    record = []
  }
  while (at <= text.length) {
    let field = ''
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1)
      field = text.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
      if (at < text.length && text[at] !== ',' && text[at] !== '\n' && text[at] !== '\r') {
        throw bodyError('parse error (Failed reading: quoted field is followed by text)')
      }
    } else {
      const end = /[,\r\n]/g
      end.lastIndex = at
      const stop = end.exec(text)?.index ?? text.length
      field = text.slice(at, stop)
      at = stop
    }
    record.push(field)
    if (text[at] !== ',') {
      endRecord()
      if (text[at] === '\r' && text[at + 1] === '\n') at += 1
      if (at >= text.length) break
    }
    at += 1
  }
  return found
}

function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 1) {
    at = text.indexOf('"', at)
    if (at < 0) throw bodyError('parse error (endOfInput)')
    if (text[at + 1] !== '"') return at
    at += 1
  }
}
