// Reads changed rows again, as a subscriber may see them.
import type { Database } from '../database/database.ts'
import { asViewer } from '../database/scope.ts'
import { qualified, quoted } from '../rest/sql-text.ts'
import type { Viewer } from '../viewer.ts'
import { type Binding, typeOf } from './bindings.ts'
import { conditionSql } from './filters.ts'
import type { Table } from './published.ts'

type Changed = { op: string; id: string; key?: Readonly<Record<string, string>> }
export type Row = { key: string; record: string; hits: boolean[] }

/** The changed rows as `viewer` may read them, by key, with the answer of each filter. */
export async function changedRows(
  db: Database,
  viewer: Viewer,
  table: Table,
  events: Changed[],
  filters: Binding[],
): Promise<Map<string, Row>> {
  const changed = new Map(events.filter(({ op }) => op !== 'DELETE').map((event) => [event.id, event]))
  // Also without rows to read: a member's session is checked before every delivery.
  if (changed.size === 0 && viewer.userId === null) return new Map()
  const columns = table.columns
    .filter(({ readers }) => readers.includes(viewer.role))
    .map(({ name }) => `t.${quoted(name)}`)
  const { from, key, wanted } = rowsOf(table, [...changed.values()])
  const values: unknown[] = [JSON.stringify(wanted)]
  const hits = filters.map(({ conditions }) =>
    conditions
      .map((condition) => conditionSql(condition, typeOf(table, condition.column), values))
      .join(' and '),
  )
  const rows = await asViewer<Row>(
    db,
    viewer,
    { readOnly: true, method: 'GET', path: '/realtime/v1/websocket' },
    {
      text:
        `select ${key} as key, (select row_to_json(r)::text from (select ${columns.join(', ')}) r) as record, ` +
        `array[${hits.map((hit) => `coalesce(${hit}, false)`).join(', ')}]::boolean[] as hits ` +
        from,
      values,
      prepare: filters.length === 0,
    },
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/** The end of a query for the rows of `events`, its first parameter, and the expression that is an event's id. */
function rowsOf(table: Table, events: Changed[]): { from: string; key: string; wanted: unknown } {
  const [only, ...more] = table.keys
  if (only && more.length === 0) {
    const key = `t.${quoted(only.name)}`
    const list = `select x::${only.sqlType} from jsonb_array_elements_text($1::text::jsonb) x`
    const wanted = events.map(({ id }) => id)
    return {
      from: `from ${qualified(table)} t where ${key} = any(array(${list}))`,
      key: `${key}::text`,
      wanted,
    }
  }
  const equal = table.keys.map(
    ({ name, sqlType }, place) => `t.${quoted(name)} = (x ->> ${place + 1})::${sqlType}`,
  )
  const from = `from jsonb_array_elements($1::text::jsonb) x join ${qualified(table)} t on ${equal.join(' and ')}`
  const wanted = events.map((event) => [event.id, ...table.keys.map(({ name }) => event.key?.[name] ?? null)])
  return { from, key: 'x ->> 0', wanted }
}
