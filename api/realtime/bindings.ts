// What a joining channel may listen to in the database: each wish is read, compared with what is published and
// what its role may read, and its filter tried once, so that no later delivery fails because of it.
import { crc32 } from 'node:zlib'
import type { Database } from '../database/database.ts'
import { asViewer } from '../database/scope.ts'
import type { Viewer } from '../viewer.ts'
import { type Condition, conditionSql, FilterError, identifier, parseFilter } from './filters.ts'
import type { JoinRequest } from './join.ts'
import type { Published, Table } from './published.ts'

export type Operation = 'INSERT' | 'UPDATE' | 'DELETE'

export type Binding = {
  /** Told to the client in the join's answer; an event names the bindings that it is for. */
  id: number
  operation: Operation | '*'
  /** Null: every published table. */
  table: string | null
  conditions: Condition[]
  /** The filter's own text: bindings of one text are judged once. */
  filter: string
  /** Null: every column that the role may read. */
  select: string[] | null
}

type Wish = JoinRequest['changes'][number]

/** Says why a table cannot be listened to. */
export class BindingError extends Error {}

/**
 * The bindings that `wishes` ask for, all or none.
 * @throws BindingError; PostgresError of a filter's value that its column cannot be compared with
 */
export async function bind(
  db: Database,
  published: Published,
  viewer: Viewer,
  wishes: readonly Wish[],
): Promise<Binding[]> {
  if (wishes.length > 0) await published.refresh()
  const bindings: Binding[] = []
  for (const [index, wish] of wishes.entries()) {
    const id = idsOf(wishes)[index] ?? 0
    bindings.push(await bindOne(db, published, viewer, wish, id))
  }
  return bindings
}

/** One number a wish, the same on every socket that wishes the same: what is sent to many is written once. */
export function idsOf(wishes: readonly Wish[]): number[] {
  const taken = new Set<number>()
  return wishes.map(({ event, schema, table, filter, select }) => {
    let id = crc32(JSON.stringify([event, schema, table, filter, select])) || 1
    while (taken.has(id)) id = (id % 0xffff_ffff) + 1
    taken.add(id)
    return id
  })
}

async function bindOne(
  db: Database,
  published: Published,
  viewer: Viewer,
  wish: Wish,
  id: number,
): Promise<Binding> {
  const operation = wish.event.toUpperCase()
  if (!isOperation(operation)) throw refused(wish, `event ${JSON.stringify(wish.event)} is none`)
  const everything = wish.table === undefined || wish.table === '*'
  const table = everything ? null : published.find(wish.table ?? '')
  if ((wish.schema !== undefined && !['public', '*'].includes(wish.schema)) || table === undefined) {
    throw refused(wish, 'Please check Realtime is enabled for the given connect parameters')
  }
  const readable = (table?.columns ?? []).filter(({ readers }) => readers.includes(viewer.role))
  if (table && !readable.some(({ name }) => name === table.key.name)) {
    throw refused(wish, `permission denied for table ${table.name}`)
  }
  const conditions = wish.filter === undefined ? [] : conditionsOf(wish, wish.filter)
  if (!table && (conditions.length > 0 || wish.select)) throw refused(wish, 'a filter needs a table')
  for (const name of [...conditions.map(({ column }) => column), ...(wish.select ?? [])]) {
    if (!readable.some((column) => column.name === name)) {
      throw refused(wish, `invalid column for filter ${name}`)
    }
  }
  if (table && conditions.length > 0) await tryFilter(db, viewer, table, conditions)
  return {
    id,
    operation,
    table: table?.name ?? null,
    conditions,
    filter: wish.filter ?? '',
    select: wish.select ?? null,
  }
}

function conditionsOf(wish: Wish, filter: string): Condition[] {
  try {
    return parseFilter(filter)
  } catch (error) {
    if (error instanceof FilterError) throw refused(wish, error.message)
    throw error
  }
}

/** Asks for nothing, with the filter as it will be asked: a value of another type fails here. */
async function tryFilter(db: Database, viewer: Viewer, table: Table, conditions: Condition[]): Promise<void> {
  const values: unknown[] = []
  const sql = conditions.map((condition) => conditionSql(condition, typeOf(table, condition.column), values))
  // The values are cast whether or not there is a row.
  await asViewer(
    db,
    viewer,
    { readOnly: true, method: 'GET', path: '/realtime/v1/websocket' },
    {
      text: `select ${sql.join(' and ')} from (select (null::${identifier(table.schema)}.${identifier(table.name)}).*) t`,
      values,
      prepare: false,
    },
  )
}

export function typeOf(table: Table, name: string): string {
  return table.columns.find((column) => column.name === name)?.sqlType ?? 'text'
}

function isOperation(value: string): value is Operation | '*' {
  return ['INSERT', 'UPDATE', 'DELETE', '*'].includes(value)
}

function refused(wish: Wish, reason: string): BindingError {
  const { event, schema = 'public', table = '*', filter = '' } = wish
  return new BindingError(
    `Unable to subscribe to changes with given parameters. ${reason}. ` +
      `[event: ${event}, schema: ${schema}, table: ${table}, filters: ${filter}]`,
  )
}
