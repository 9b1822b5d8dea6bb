// The one statement of a request: its rows as the JSON text that is the body, and what the headers say of them.

import type { Cells } from '../database/scope.ts'
import type { Handler } from './catalog.ts'
import { aggregates, type Level } from './plan.ts'
import { measuredSql, withinBoundSql } from './sql-bound.ts'
import { countSql, readSql, STATEMENT_ROWS } from './sql-read.ts'
import { qualified, quoted, Values } from './sql-text.ts'

/** How the rows become a body: in a form of ours, or by an aggregate of the database's owner. */
export type Shape =
  | 'array'
  | 'object'
  | 'scalar'
  | 'scalarArray'
  | 'csv'
  | 'bytes'
  | 'text'
  | 'none'
  | { handler: Handler; scalar: boolean }

export type SqlStatement = {
  text: string
  values: (string | null)[]
  /** Index of the rows to write among the values. */
  rowsAt?: number | null
}

export type Answer = {
  /** Rows of this page; null when only all rows were counted. */
  page: number | null
  /** All rows, when they were to be counted; int8 as text. */
  total: string | null
  /** As PostgreSQL wrote it, and as it is sent. */
  body: Buffer<ArrayBuffer>
  /** JSON list of the key of the one row that was made. */
  location?: string | null
  response_headers?: string | null
  response_status?: string | null
  /** Rows made and not merely changed by an upsert. */
  inserted?: string | null
}

const text = (cell: Cells[number] | undefined) => cell?.toString() ?? null

/** Reads the one row of a statement made here; its columns stand in this order in every one. */
export function readAnswer(cells: Cells | undefined): Answer {
  const [page, total, body, location, headers, status, inserted] = cells ?? []
  return {
    page: page ? Number(page) : cells ? null : 0,
    total: text(total),
    body: body ?? Buffer.alloc(0),
    location: text(location),
    response_headers: text(headers),
    response_status: text(status),
    inserted: text(inserted),
  }
}

export type Counting = 'none' | 'exact' | { bound: number }

export function readStatement(
  root: Level,
  options: { shape: Shape; stripNulls: boolean; counting: Counting },
): SqlStatement {
  const values = new Values()
  // Headers alone need no rows: the page's size follows from the total.
  if (options.shape === 'none' && options.counting === 'exact') {
    return {
      text: `SELECT NULL AS page, (${countSql(root, values)}) AS total, '' AS body`,
      values: values.list,
    }
  }
  const rows = readSql(root, values)
  const total = totalSql(root, options.counting, values)
  const { before, from } = rowsOf(rows, options.shape)
  const body = bodySql(options.shape, options.stripNulls)
  // A handler may decide over status and headers, as a function that is called may.
  const told = typeof options.shape === 'object' ? `, NULL AS location, ${RESPONSE_SETTINGS}` : ''
  const text = `SELECT count(*)::int4 AS page, ${total} AS total, ${body} AS body${told} FROM ${from}`
  return { text: before === '' ? text : `WITH ${before} ${text}`, values: values.list }
}

/** A write or a call: `source` makes the rows, `root` reads them (null: nobody reads them). */
export function sourceStatement(
  source: string,
  root: Level | null,
  values: Values,
  options: {
    shape: Shape
    stripNulls: boolean
    counting: Counting
    location: readonly string[]
    inserted: boolean
    /** The rows must be made even where nobody looks at them. */
    materialized: boolean
  },
): SqlStatement {
  const rows = root === null ? `SELECT * FROM ${STATEMENT_ROWS}` : readSql(root, values)
  const total = root === null ? 'NULL' : totalSql(root, options.counting, values)
  const { before, from } = rowsOf(rows, options.shape)
  return {
    text: [
      `WITH ${STATEMENT_ROWS} AS ${options.materialized ? 'MATERIALIZED ' : ''}(${source})${before === '' ? '' : `, ${before}`}`,
      `SELECT count(*)::int4 AS page, ${total} AS total,`,
      `${bodySql(options.shape, options.stripNulls)} AS body, ${locationSql(options.location)} AS location,`,
      `${RESPONSE_SETTINGS},`,
      `${options.inserted ? setting('pgrst.inserted') : 'NULL'} AS inserted FROM ${from}`,
    ].join(' '),
    values: values.list,
    rowsAt: values.rowsAt,
  }
}

/** CSV looks at its rows twice: for the header line and for the rest. */
function rowsOf(rows: string, shape: Shape): { before: string; from: string } {
  // An aggregate of the owner's takes the rows themselves, and is measured by what it made (rest.ts).
  if (shape === 'none' || typeof shape === 'object') return { before: '', from: `(${rows}) AS _row` }
  const isCsv = shape === 'csv'
  const { value, bytes } = VALUES[shape]
  const measured = measuredSql(value, isCsv ? '_rows' : `(${rows})`, bytes)
  return {
    before: isCsv ? `_rows AS (${rows})` : '',
    from: `${measured} AS _row WHERE ${withinBoundSql('_row')}`,
  }
}

const MADE_JSON = 'pg_column_size(_value)'
const TEXT = 'octet_length(_value)'

/** What each row adds to the body, and how its size is found without making it again. */
const VALUES = {
  array: { value: 'row_to_json(_row)', bytes: MADE_JSON },
  object: { value: 'row_to_json(_row)', bytes: MADE_JSON },
  scalar: { value: 'to_json(_row.pgrst_scalar)', bytes: MADE_JSON },
  scalarArray: { value: 'to_json(_row.pgrst_scalar)', bytes: MADE_JSON },
  csv: { value: 'substring(_row::text, 2, length(_row::text) - 2)', bytes: TEXT },
  bytes: { value: '_row.pgrst_scalar::bytea', bytes: TEXT },
  text: { value: '_row.pgrst_scalar::text', bytes: TEXT },
} as const

const setting = (name: string) => `nullif(current_setting('${name}', true), '')`

const RESPONSE_SETTINGS = `${setting('response.headers')} AS response_headers, ${setting('response.status')} AS response_status`

/** When the page isn't full it holds the end of the rows, so that its own count tells the total. */
function totalSql(root: Level, counting: Counting, values: Values): string {
  if (counting === 'none') return 'NULL'
  const all = `(${countSql(root, values, counting === 'exact' ? null : counting.bound)})`
  const { limit, offset } = root.range
  // One row for many tells nothing of how many there are.
  if (limit === null || limit === 0 || aggregates(root)) return all
  const started = offset === 0 ? '' : 'count(*) > 0 AND '
  const seen = offset === 0 ? 'count(*)' : `count(*) + ${values.add(String(offset))}::int8`
  return `CASE WHEN ${started}count(*) < ${limit} THEN ${seen} ELSE ${all} END`
}

function bodySql(shape: Shape, stripNulls: boolean): string {
  const strip = (json: string) => (stripNulls ? `json_strip_nulls(${json})` : json)
  if (typeof shape === 'object') {
    const { handler } = shape
    const row = handler.of ? `_row::${qualified(handler.of)}` : shape.scalar ? '_row.pgrst_scalar' : '_row'
    const made = `${qualified(handler)}(${row})`
    return handler.bytes ? `coalesce(encode(${made}::bytea, 'hex'), '')` : `coalesce(${made}::text, '')`
  }
  switch (shape) {
    case 'array':
    case 'scalarArray':
      return `coalesce(${strip('json_agg(_row._value)')}, '[]')::text`
    case 'object':
    case 'scalar':
      return `coalesce(${strip('(array_agg(_row._value))[1]')}, 'null')::text`
    case 'csv':
      return (
        `(SELECT coalesce(string_agg(key, ','), '') FROM (SELECT json_object_keys(row_to_json(_line)) AS key ` +
        `FROM (SELECT * FROM _rows LIMIT 1) AS _line) AS _keys) || E'\\n' || ` +
        `coalesce(string_agg(_row._value, E'\\n'), '')`
      )
    case 'bytes':
      return `coalesce(encode((array_agg(_row._value))[1], 'hex'), '')`
    case 'text':
      return `coalesce((array_agg(_row._value))[1], '')`
    case 'none':
      return `''`
  }
}

/** The key of the row that was made, when it is one. */
function locationSql(key: readonly string[]): string {
  if (key.length === 0) return 'NULL'
  const parts = key.map((column) => `${quoted(column)}::text`).join(', ')
  return `CASE WHEN count(*) = 1 THEN (SELECT json_build_array(${parts})::text FROM ${STATEMENT_ROWS}) END`
}

/** The output of EXPLAIN: one line per row, or everything in one. */
export function planText(rows: readonly Cells[]): string {
  return rows.map(([line]) => String(line)).join('\n')
}
