// The shape of a body: rows with the same keys, and a function's arguments. The text itself is read by receive.ts.
import { isObject, parseUntrustedJson } from '../http/untrusted-json.ts'
import { parseCsv } from './csv.ts'
import { bodyError, contentTypeError } from './errors.ts'

/** Upstream's message, which does not say what was wrong. */
export const INVALID_JSON = 'Empty or invalid json'

type JsonObject = Record<string, unknown>

export type Payload = {
  json: string
  list: boolean
  count: number
  /** Keys of the rows, in alphabetical order; empty without rows. */
  keys: readonly string[]
  /** The rows of `json`. */
  rows: readonly JsonObject[]
}

/** Media type of a body without its parameters. */
export function bodyType(contentType: string | null): string {
  return contentType === null ? 'application/json' : (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/**
 * Parses the rows to write.
 * @param columns the `columns` parameter: rows may then differ in their keys, and only these are written
 * @throws RestError PGRST102
 */
export function rowsOf(text: string, type: string, columns: readonly string[] | null): Payload {
  const value = rowsValue(text, type)
  const rows: JsonObject[] = Array.isArray(value) ? value : isObject(value) ? [value] : []
  const keys = columns ?? uniformKeys(rows)
  // The text is passed on unchanged, so that numbers keep all digits.
  const isRows = type === 'application/json' && (isObject(value) || Array.isArray(value))
  const list = !isObject(value)
  const json = isRows ? text : jsonOf(rows, list)
  return { json, list, count: rows.length, keys: keys.toSorted(), rows }
}

export function jsonOf(rows: readonly JsonObject[], list: boolean): string {
  return JSON.stringify(list ? rows : rows[0])
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
