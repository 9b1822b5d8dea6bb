// The sixth station: HTML in the rows is sanitised. It is the most expensive step of a request, so only an admitted
// request gets here.
import { isObject } from '../http/untrusted-json.ts'
import type { Admitted } from './admit.ts'
import { jsonOf } from './payload.ts'
import type { Planned } from './plan-request.ts'
import { htmlOf, type UncleanRows } from './sanitizers.ts'
import type { SqlStatement } from './sql.ts'

declare const station: unique symbol

export type Cleaned = {
  readonly [station]: 'cleaned'
  planned: Planned
  /** With the sanitised rows. */
  statement: SqlStatement
  /** Null if there was no HTML: the rows are as they came. */
  rows: readonly unknown[] | null
}

/** @throws RestError of a sanitizer */
export async function clean({ planned }: Admitted): Promise<Cleaned> {
  const { statement, unclean } = planned
  const rows = unclean ? await cleanedRows(unclean) : null
  // Without HTML the text is passed on as it came, so that numbers keep all digits.
  if (!(rows && unclean)) return { planned, statement, rows: null } as Cleaned
  return { planned, statement: withRows(statement, jsonOf(rows, unclean.list)), rows } as Cleaned
}

/** One text after another: a request occupies one worker at most. @returns null if there is none */
async function cleanedRows({ rows, sanitizers }: UncleanRows): Promise<UncleanRows['rows'] | null> {
  let found = false
  // What is no object is passed on for PostgreSQL to refuse.
  const cleaned = rows.map((row) => (isObject(row) ? { ...row } : row))
  for (const [column, { clean: sanitize }] of sanitizers) {
    for (const row of cleaned) {
      const html = htmlOf(row, column)
      if (html === null) continue
      row[column] = await sanitize(html)
      found = true
    }
  }
  return found ? cleaned : null
}

function withRows(statement: SqlStatement, json: string): SqlStatement {
  if (statement.rowsAt == null) throw new Error('the statement has no place for its rows')
  return { ...statement, values: statement.values.with(statement.rowsAt, json) }
}
