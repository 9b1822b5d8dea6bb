// Sanitizers of columns that hold HTML. The gateway applies them to every write, after it has admitted the request.
import { isObject } from '../http/untrusted-json.ts'
import type { Relation } from './catalog.ts'
import type { Payload } from './payload.ts'

type Sanitizer = {
  /** @throws RestError for a text that it refuses */
  clean: (html: string) => Promise<string>
  /** Length of the longest text that is sanitised: what the database stores at most. */
  mostCharacters: number
  /** The database's constraint on the length, which a longer text is refused by without asking the database. */
  constraint: string
}

type Sanitizers = Readonly<Record<string, Sanitizer>>

/** By table in `public`. */
export type TableSanitizers = Readonly<Record<string, Sanitizers>>

/** Rows whose HTML is not sanitised yet. */
export type UncleanRows = Pick<Payload, 'rows' | 'list'> & {
  relation: string
  /** Those that the request writes. */
  sanitizers: readonly (readonly [column: string, sanitizer: Sanitizer])[]
}

/** @returns null if the payload writes no column with a sanitizer */
export function uncleanRows(
  { schema, name }: Relation,
  { rows, list, keys }: Payload,
  tables: TableSanitizers,
): UncleanRows | null {
  const own = schema === 'public' && Object.hasOwn(tables, name) ? (tables[name] ?? {}) : {}
  const sanitizers = Object.entries(own).filter(([column]) => keys.includes(column))
  return sanitizers.length === 0 ? null : { relation: name, rows, list, sanitizers }
}

/** The HTML of a column; PostgreSQL would turn an array or object into text, including its markup. Null has none. */
export function htmlOf(row: unknown, column: string): string | null {
  const value = isObject(row) && Object.hasOwn(row, column) ? row[column] : null
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
