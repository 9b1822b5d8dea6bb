// Validates the row change subscriptions of a joining channel against the publication and the role's privileges, and
// tries each filter once, so that no later delivery fails because of it.
import { crc32 } from 'node:zlib'
import type { Database } from '../database/database.ts'
import { asViewer } from '../database/scope.ts'
import { qualified } from '../rest/sql-text.ts'
import type { Viewer } from '../viewer.ts'
import { type Condition, conditionSql, FilterError, parseFilter } from './filters.ts'
import type { JoinRequest } from './join.ts'
import type { Published, Table } from './published.ts'

export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE'

export type Binding = {
  /** Sent in the reply to the join; an event lists the bindings that it matches. */
  id: number
  operation: ChangeKind | '*'
  /** Null: every published table. */
  table: string | null
  conditions: Condition[]
  /** The filter's text: bindings with the same text are evaluated once. */
  filter: string
  /** Null: every column readable by the role. */
  select: string[] | null
}

type BindingRequest = JoinRequest['changes'][number]

/** Explains why a table cannot be subscribed to. */
export class BindingError extends Error {}

/**
 * The bindings that `requests` ask for, all or none.
 * @throws BindingError; PostgresError of a filter's value that its column cannot be compared with
 */
export async function bind(
  db: Database,
  published: Published,
  viewer: Viewer,
  requests: readonly BindingRequest[],
): Promise<Binding[]> {
  if (requests.length > 0) await published.refresh()
  const bindings: Binding[] = []
  for (const [index, request] of requests.entries()) {
    const id = idsOf(requests)[index] ?? 0
    bindings.push(await bindOne(db, published, viewer, request, id))
  }
  return bindings
}

/** A stable id per binding, the same on every socket for the same binding: a message to many is encoded once. */
export function idsOf(requests: readonly BindingRequest[]): number[] {
  const taken = new Set<number>()
  return requests.map(({ event, schema, table, filter, select }) => {
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
  request: BindingRequest,
  id: number,
): Promise<Binding> {
  const operation = request.event.toUpperCase()
  if (!isOperation(operation)) throw refused(request, `event ${JSON.stringify(request.event)} is none`)
  const everything = request.table === undefined || request.table === '*'
  const table = everything ? null : published.find(request.table ?? '')
  if ((request.schema !== undefined && !['public', '*'].includes(request.schema)) || table === undefined) {
    throw refused(request, 'Please check Realtime is enabled for the given connect parameters')
  }
  const readable = (table?.columns ?? []).filter(({ readers }) => readers.includes(viewer.role))
  if (table && !table.keys.every((key) => readable.includes(key))) {
    throw refused(request, `permission denied for table ${table.name}`)
  }
  const conditions = request.filter === undefined ? [] : conditionsOf(request, request.filter)
  if (!table && (conditions.length > 0 || request.select)) throw refused(request, 'a filter needs a table')
  for (const name of [...conditions.map(({ column }) => column), ...(request.select ?? [])]) {
    if (!readable.some((column) => column.name === name)) {
      throw refused(request, `invalid column for filter ${name}`)
    }
  }
  if (table && conditions.length > 0) await tryFilter(db, viewer, table, conditions)
  return {
    id,
    operation,
    table: table?.name ?? null,
    conditions,
    filter: request.filter ?? '',
    select: request.select ?? null,
  }
}

function conditionsOf(request: BindingRequest, filter: string): Condition[] {
  try {
    return parseFilter(filter)
  } catch (error) {
    if (error instanceof FilterError) throw refused(request, error.message)
    throw error
  }
}

/** Runs the filter without rows: a value of the wrong type fails here. */
async function tryFilter(db: Database, viewer: Viewer, table: Table, conditions: Condition[]): Promise<void> {
  const values: unknown[] = []
  const sql = conditions.map((condition) => conditionSql(condition, typeOf(table, condition.column), values))
  // The values are cast even without rows.
  await asViewer(
    db,
    viewer,
    { readOnly: true, method: 'GET', path: '/realtime/v1/websocket' },
    {
      text: `select ${sql.join(' and ')} from (select (null::${qualified(table)}).*) t`,
      values,
      prepare: false,
    },
  )
}

export function typeOf(table: Table, name: string): string {
  return table.columns.find((column) => column.name === name)?.sqlType ?? 'text'
}

function isOperation(value: string): value is ChangeKind | '*' {
  return ['INSERT', 'UPDATE', 'DELETE', '*'].includes(value)
}

function refused(request: BindingRequest, reason: string): BindingError {
  const { event, schema = 'public', table = '*', filter = '' } = request
  return new BindingError(
    `Unable to subscribe to changes with given parameters. ${reason}. ` +
      `[event: ${event}, schema: ${schema}, table: ${table}, filters: ${filter}]`,
  )
}
