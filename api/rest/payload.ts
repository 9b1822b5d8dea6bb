// Reads a request body: bounded, validated as rows with the same keys, its HTML sanitised.
// https://docs.postgrest.org/en/stable/references/api/tables_views.html#insert
import { BodyError, readBytes, readText } from '../http/bounded-body.ts'
import { isObject, parseUntrustedJson } from '../http/untrusted-json.ts'
import { parseCsv } from './csv.ts'
import { bodyError, bodyTooLarge, contentTypeError } from './errors.ts'

const MAX_BODY_BYTES = 1_048_576

/** Upstream's message, which does not say what was wrong. */
const INVALID_JSON = 'Empty or invalid json'

export type Sanitizers = Readonly<Record<string, (text: string) => string | Promise<string>>>

export type TableSanitizers = Readonly<Record<string, Sanitizers>>

export type Payload = {
  json: string
  list: boolean
  count: number
  /** Keys of the rows, in alphabetical order; empty without rows. */
  keys: readonly string[]
}

type JsonObject = Record<string, unknown>

/** Media type of a body without its parameters. */
export function bodyType(contentType: string | null): string {
  return contentType === null ? 'application/json' : (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/**
 * Reads a body as text; application/octet-stream becomes the text form of a bytea.
 * @throws RestError PT413 as soon as it is too large, PGRST102 when it is not UTF-8 or is truncated
 */
export async function readBody(request: Request): Promise<string> {
  try {
    if (bodyType(request.headers.get('content-type')) !== 'application/octet-stream') {
      return await readText(request, MAX_BODY_BYTES)
    }
    return `\\x${Buffer.from(await readBytes(request, MAX_BODY_BYTES)).toString('hex')}`
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    throw error.reason === 'too large' ? bodyTooLarge(MAX_BODY_BYTES) : bodyError(INVALID_JSON)
  }
}

/**
 * Parses the rows to write.
 * @param columns the `columns` parameter: rows may then differ in their keys, and only these are written
 * @param sanitizers of the columns that hold HTML
 * @throws RestError PGRST102
 */
export async function rowsOf(
  text: string,
  type: string,
  columns: readonly string[] | null,
  sanitizers: Sanitizers,
): Promise<Payload> {
  const value = rowsValue(text, type)
  const rows: JsonObject[] = Array.isArray(value) ? value : isObject(value) ? [value] : []
  const keys = columns ?? uniformKeys(rows)
  const cleaned = await sanitizeRows(rows, sanitizers)
  // The text is passed on unchanged unless it was sanitised, so that numbers keep all digits.
  const json =
    type === 'application/json' && !cleaned && (isObject(value) || Array.isArray(value)) ? text : null
  const list = !isObject(value)
  const written = json ?? JSON.stringify(list ? rows : rows[0])
  return { json: written, list, count: rows.length, keys: keys.toSorted() }
}

function rowsValue(text: string, type: string): unknown {
  if (type === 'application/json') return parseJson(text)
  if (type === 'text/csv') return parseCsv(text)
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  throw contentTypeError(type)
}

/** @throws RestError PGRST102, also when it is nested too deeply */
export function parseJson(text: string): unknown {
  try {
    return parseUntrustedJson(text)
  } catch {
    throw bodyError(INVALID_JSON)
  }
}

function uniformKeys(rows: readonly unknown[]): string[] {
  const [first] = rows
  if (first === undefined) return []
  if (!isObject(first)) throw bodyError('All object keys must match')
  const keys = Object.keys(first)
  const same = rows.every(
    (row) =>
      isObject(row) &&
      Object.keys(row).length === keys.length &&
      keys.every((key) => Object.hasOwn(row, key)),
  )
  if (!same) throw bodyError('All object keys must match')
  return keys
}

/** Sanitises the rows in place. @returns whether anything changed */
async function sanitizeRows(rows: readonly JsonObject[], sanitizers: Sanitizers): Promise<boolean> {
  let found = false
  for (const [column, sanitize] of Object.entries(sanitizers)) {
    for (const row of rows) {
      if (!isObject(row) || !Object.hasOwn(row, column)) continue
      const value = row[column]
      if (value === null) continue
      // PostgreSQL would turn an array or object into text, including its markup.
      row[column] = await sanitize(typeof value === 'string' ? value : JSON.stringify(value))
      found = true
    }
  }
  return found
}
