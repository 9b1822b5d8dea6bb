// Which rows of a write have texts that others read, for the station that judges them (judge.ts).
import type { Viewer } from '../viewer.ts'
import type { Relation } from './catalog.ts'
import type { Payload } from './payload.ts'

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
