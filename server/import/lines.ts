// Reads text files of any size line by line, compressed or not. A line is held in memory as a whole, so longer ones
// than the limit are skipped.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Longer than any post with its markup. */
const MOST_BYTES = 8 * 1024 * 1024
const NEW_LINE = 0x0a

/** The content of `file`, decompressed if it is gzip. @throws Error if it cannot be read */
export async function openText(file: string): Promise<Readable> {
  const handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  await handle.close()
  const content = createReadStream(file)
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b ? gunzip(content) : content
}

export function gunzip(content: Readable): Readable {
  const plain = createGunzip()
  content.on('error', (error) => plain.destroy(error))
  return content.pipe(plain)
}

/** @param tooLong called with the number of each skipped line */
export async function* readLines(
  content: AsyncIterable<Buffer>,
  tooLong: (line: number) => void,
): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let bytes = 0
  let number = 1
  for await (const chunk of content) {
    let from = 0
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      bytes += end - from
      if (bytes > MOST_BYTES) tooLong(number)
      else yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString()
      parts = []
      bytes = 0
      number += 1
      from = end + 1
    }
    bytes += chunk.length - from
    // The rest of a line that is too long is counted, but not stored.
    if (bytes > MOST_BYTES) parts = []
    else parts.push(chunk.subarray(from))
  }
  if (bytes > MOST_BYTES) tooLong(number)
  else if (bytes > 0) yield Buffer.concat(parts).toString()
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/**
 * Rows of the COPY sections of a plain pg_dump. The SQL around them is skipped and never executed.
 * @param tables the columns to read, by table without its schema
 * @param malformed called with the table and first column of each row with a wrong number of columns
 */
export async function* readCopy(
  lines: AsyncIterable<string>,
  tables: Record<string, readonly string[]>,
  malformed: (table: string, id: string) => void,
): AsyncGenerator<{ table: string; row: Record<string, string | null> }> {
  let section: { table: string; columns: string[]; wanted: readonly string[] | undefined } | null = null
  for await (const line of lines) {
    if (!section) {
      const [, table = '', columns = ''] =
        /^COPY (?:"?[\w-]+"?\.)?"?(\w+)"? \(([^)]+)\) FROM stdin;\r?$/.exec(line) ?? []
      if (!table) continue
      const names = columns.split(',').map((name) => name.trim().replaceAll('"', ''))
      section = { table, columns: names, wanted: Object.hasOwn(tables, table) ? tables[table] : undefined }
    } else if (line === '\\.' || line === '\\.\r') {
      section = null
    } else if (section.wanted) {
      const values = line.split('\t')
      if (values.length !== section.columns.length) {
        malformed(section.table, values[0] ?? '')
        continue
      }
      const row: Record<string, string | null> = {}
      for (const name of section.wanted) {
        // A column that a release of the forum does not have is empty.
        const value = values[section.columns.indexOf(name)]
        row[name] = value === undefined || value === '\\N' ? null : unescapeCopy(value)
      }
      yield { table: section.table, row }
    }
  }
}

function unescapeCopy(value: string): string {
  if (!value.includes('\\')) return value
  return value.replace(/\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|(.))/gs, (_match, hex, octal, sign) => {
    if (hex) return String.fromCharCode(Number.parseInt(hex, 16))
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8))
    return ESCAPES[sign] ?? sign
  })
}
