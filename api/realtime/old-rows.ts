// What rows held before a change, for tables with `replica identity full`. As upstream: no policy is asked about an old row.
// Of an update it is sent to those who may read the new row; of a deletion only the key, where the table has row security.
// Columns are checked for each role when the row is sent, by the database.
import type { Database } from '../database/database.ts'
import { asService, asViewer } from '../database/scope.ts'
import { qualified } from '../rest/sql-text.ts'
import type { Viewer } from '../viewer.ts'
import { type Binding, typeOf } from './bindings.ts'
import { conditionSql } from './filters.ts'
import type { Table } from './published.ts'

/** `content` as JSON in text, where numbers keep all their digits. */
type Stored = { change: string; content: string }

/** `record`: the columns that the role may read; `hits`: the answers of the filters, in their order. */
export type OldRow = { record: string; hits: boolean[] }

/** The old rows of `changes`, numbers of the change log. Nobody's yet: they contain what roles may not read. */
export async function storedOldRows(db: Database, changes: readonly string[]): Promise<Stored[]> {
  if (changes.length === 0) return []
  return asService(
    db,
    (sql) => sql<Stored[]>`
      select change::text, content::text from realtime.old_rows_of(${sql.array([...changes])}::bigint[])`,
  )
}

/** What `viewer` may read of them, by number. */
export async function oldRowsFor(
  db: Database,
  viewer: Viewer,
  table: Table,
  stored: readonly Stored[],
  filters: readonly Binding[],
): Promise<Map<string, OldRow>> {
  if (stored.length === 0) return new Map()
  const list = stored.map(({ change, content }) => `["${change}",${content}]`).join(',')
  const values: unknown[] = [`[${list}]`]
  const relation = `'${qualified(table).replaceAll("'", "''")}'::regclass`
  const hits = filters.map(({ conditions }) => {
    const all = conditions.flatMap((condition) => {
      const column = `$${values.push(condition.column)}::text`
      return [
        `has_column_privilege(${relation}, ${column}, 'select')`,
        conditionSql(condition, typeOf(table, condition.column), values),
      ]
    })
    return `coalesce(${all.join(' and ')}, false)`
  })
  const rows = await asViewer<OldRow & { change: string }>(
    db,
    viewer,
    { readOnly: true, method: 'GET', path: '/realtime/v1/websocket' },
    {
      text:
        `select x ->> 0 as change, array[${hits.join(', ')}]::boolean[] as hits, (` +
        `select coalesce(json_object_agg(c.key, c.value), '{}')::text from jsonb_each(x -> 1) c ` +
        `join pg_catalog.pg_attribute a on a.attrelid = ${relation} and a.attname = c.key and not a.attisdropped ` +
        `and has_column_privilege(a.attrelid, a.attnum, 'select')) as record ` +
        `from jsonb_array_elements($1::text::jsonb) x ` +
        `cross join lateral jsonb_populate_record(null::${qualified(table)}, x -> 1) t`,
      values,
      prepare: filters.length === 0,
    },
  )
  return new Map(rows.map((row) => [row.change, row]))
}
