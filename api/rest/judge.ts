// The seventh station: what a write would show is judged, as it will be stored. The rule is the site's; without one everything
// passes. A judge that fails refuses.
import { isObject } from '../http/untrusted-json.ts'
import type { Viewer } from '../viewer.ts'
import type { Relation } from './catalog.ts'
import type { Cleaned } from './clean.ts'
import type { Payload } from './payload.ts'
import type { Planned } from './plan-request.ts'
import { htmlOf } from './sanitizers.ts'
import type { SqlStatement } from './sql.ts'

declare const station: unique symbol

export type Judged = { readonly [station]: 'judged'; planned: Planned; statement: SqlStatement }

export type ShownTexts = {
  /** Columns with text that others read, by table in `public`. */
  columns: Readonly<Record<string, readonly string[]>>
  /**
   * @param texts of one row, by column
   * @throws RestError for what is not stored
   */
  judge: (asked: { table: string; texts: Readonly<Record<string, string>>; viewer: Viewer }) => Promise<void>
}

/** The columns with text that others read which a request writes. */
export type ShownRows = Pick<Payload, 'rows'> & { table: string; columns: readonly string[] }

/** @returns null if the payload writes no such column */
export function shownRows(
  { schema, name }: Relation,
  { rows, keys }: Payload,
  shown: ShownTexts['columns'],
): ShownRows | null {
  const own = schema === 'public' && Object.hasOwn(shown, name) ? (shown[name] ?? []) : []
  const columns = own.filter((column) => keys.includes(column))
  return columns.length === 0 ? null : { table: name, rows, columns }
}

/** @throws RestError of the judge */
export async function judgeTexts(
  { planned, statement, rows: cleaned }: Cleaned,
  viewer: Viewer,
  judge: ShownTexts['judge'],
): Promise<Judged> {
  const { shown } = planned
  // Content that the site's owner imports is not the members'.
  if (shown && viewer.role !== 'service_role') {
    for (const row of cleaned ?? shown.rows) {
      const texts: Record<string, string> = {}
      for (const column of shown.columns) {
        const text = isObject(row) ? htmlOf(row, column) : null
        if (text !== null) texts[column] = text
      }
      await judge({ table: shown.table, texts, viewer })
    }
  }
  return { planned, statement } as Judged
}
