// The schema cache: the exposed schemas' objects, read from pg_catalog once and used by every plan. It decides which
// names exist. It knows the privileges too, so that most requests need not ask for them (authorise.ts); PostgreSQL alone
// decides who may use what.
import type { Database } from '../database/database.ts'
import { asService } from '../database/scope.ts'
import {
  COLUMNS,
  FOREIGN_KEYS,
  FUNCTIONS,
  HANDLERS,
  INDEXES,
  OWNED,
  PRIMARY_KEYS,
  RELATIONS,
  REPRESENTATIONS,
  UNIQUE_KEYS,
  VIEW_RULES,
  VIEW_TABLES,
} from './catalog-queries.ts'
import { type ForeignKeyRow, type Relationship, relationships } from './relationships.ts'
import type { Name } from './sql-text.ts'
import { viewPrimaryKeys, viewSources } from './view-columns.ts'
import { tablesOfViews, type ViewTable } from './view-tables.ts'

export type Column = {
  name: string
  /** The type's name for a cast, qualified outside pg_catalog. */
  type: string
  /** SQL expression of the default, or null. Written by the schema's owner. */
  default: string | null
  /** Its type is tsvector, or a domain over it. */
  document?: boolean
  /** The type is a domain with custom casts. */
  representation?: Representation
}

/** Functions that render a domain's values as JSON and parse them from JSON or text. */
type Representation = { write_json?: Name; read_json?: Name; read_text?: Name }

export type Relation = Name & {
  kind: 'table' | 'view'
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  /** Column sets that identify a row (plain unique indexes without condition), the primary key included. */
  uniqueKeys: readonly (readonly string[])[]
  insertable: boolean
  updatable: boolean
  deletable: boolean
  /** Roles that may insert into, update (one column at least) or delete from it. */
  inserters?: readonly string[]
  updaters?: readonly string[]
  deleters?: readonly string[]
  /** Computed columns by name: functions whose only argument is the row. */
  computed: ReadonlyMap<string, Name>
  relationships: readonly Relationship[]
  /** Media type handlers of its rows, by type. */
  handlers?: ReadonlyMap<string, Handler>
  indexes?: readonly Index[]
  /** Readable by guests, with rows that belong to members or from a table with such rows: it grows with the community. */
  isOwned?: boolean
  /** Object id; undefined without a database. */
  oid?: number
  /** Object ids of the tables whose pages a query of it reads: its own, or those beneath a view. */
  tables?: readonly number[]
}

// Custom media types: https://docs.postgrest.org/en/stable/references/api/media_type_handlers.html
/** An aggregate over rows that produces the response body. */
export type Handler = Name & {
  contentType: string
  bytes: boolean
  /** The relation whose rows it aggregates; null: any. */
  of: Name | null
}

type HandlerRow = Name & { media: string; target: number | null; bytes: boolean }

export type Index = {
  /** Columns in the order of the index; null is an expression. */
  keys: readonly (string | null)[]
  /** Columns of its expressions and its condition. */
  mentioned: readonly string[]
  /** A search index (GIN, GiST): serves patterns, words and elements of any of its columns. */
  searches: boolean
  isPartial: boolean
}

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean }

export type Routine = Name & {
  parameters: readonly Parameter[]
  volatility: 'volatile' | 'stable' | 'immutable'
  /** Roles that may execute it. */
  callers?: readonly string[]
  returns: {
    set: boolean
    kind: 'void' | 'scalar' | 'composite'
    /** The exposed relation whose rows it returns, for embedding. */
    relation: string | null
    bytes: boolean
    /** The return type is a domain named after a media type, whose content it is. */
    media: string | null
  }
}

export type Catalog = {
  schemas: readonly string[]
  relation(schema: string, name: string): Relation | undefined
  relations(schema: string): readonly Relation[]
  routines(schema: string, name: string): readonly Routine[]
  routineNames(schema: string): readonly string[]
  /** Media type handlers of any rows, by type. */
  handlers: ReadonlyMap<string, Handler>
}

type RelationRow = { oid: number } & Pick<
  Relation,
  | 'schema'
  | 'name'
  | 'kind'
  | 'insertable'
  | 'updatable'
  | 'deletable'
  | 'inserters'
  | 'updaters'
  | 'deleters'
> & { guestReads: boolean }
type ColumnRow = Column & { relation: number; position: number }
type FunctionRow = Pick<Routine, 'schema' | 'name' | 'volatility' | 'callers'> & {
  arguments: (Parameter & { relation: number | null })[]
  returns: Omit<Routine['returns'], 'relation'> & { relation: number | null }
  single_row: boolean
}
type KeyRow = { relation: number; columns: string[] }
type RepresentationRow = Name & { type: string; use: keyof Representation }

/**
 * Reads the catalog of `schemas`.
 * @param searched schemas that views of the exposed ones may select from
 * @throws whatever the database throws: nothing can be planned without a catalog
 */
export async function readCatalog(
  db: Database,
  schemas: readonly string[],
  searched: readonly string[] = [],
): Promise<Catalog> {
  return build(schemas, await readRows(db, schemas, searched))
}

function readRows(db: Database, schemas: readonly string[], searched: readonly string[]) {
  return asService(db, async (sql) => {
    // With an empty path, types and defaults are printed qualified.
    await sql.unsafe(`select set_config('search_path', '', true)`)
    const query = <Row>(text: string, of = schemas) =>
      sql.unsafe(text, [[...of]]) as unknown as Promise<Row[]>
    const queryAll = <Row>(text: string) => sql.unsafe(text) as unknown as Promise<Row[]>
    return {
      relations: await query<RelationRow>(RELATIONS),
      columns: await query<ColumnRow>(COLUMNS),
      primaryKeys: await queryAll<KeyRow>(PRIMARY_KEYS),
      uniqueKeys: await queryAll<KeyRow>(UNIQUE_KEYS),
      indexes: await query<Index & { relation: number }>(INDEXES),
      owned: await queryAll<{ relation: number }>(OWNED),
      viewTables: await queryAll<ViewTable>(VIEW_TABLES),
      foreignKeys: await queryAll<ForeignKeyRow>(FOREIGN_KEYS),
      functions: await query<FunctionRow>(FUNCTIONS),
      viewRules: await query<{ relation: number; action: string }>(VIEW_RULES, [...schemas, ...searched]),
      representations: await queryAll<RepresentationRow>(REPRESENTATIONS),
      handlers: await query<HandlerRow>(HANDLERS),
    }
  })
}

function build(schemas: readonly string[], rows: Awaited<ReturnType<typeof readRows>>): Catalog {
  const columns = grouped(rows.columns, (row) => row.relation)
  const uniqueKeys = grouped(rows.uniqueKeys, (row) => row.relation)
  const indexes = grouped(rows.indexes, (row) => row.relation)
  const beneath = tablesOfViews(rows.viewTables, new Set(rows.owned.map(({ relation }) => relation)))
  const names = new Map(rows.relations.map((row) => [row.oid, { schema: row.schema, name: row.name }]))
  const sources = viewSources(rows.viewRules, columns)
  const tableKeys = new Map(rows.primaryKeys.map((key) => [key.relation, key.columns]))
  const primaryKeys = new Map([...tableKeys, ...viewPrimaryKeys(sources, tableKeys)])
  const links = relationships({
    names,
    primaryKeys,
    viewSources: sources,
    foreignKeys: rows.foreignKeys,
    uniqueKeys: new Map([...uniqueKeys].map(([oid, keys]) => [oid, keys.map((key) => key.columns)])),
    functions: rows.functions.flatMap((row) => {
      const origin = row.arguments.length === 1 ? row.arguments[0]?.relation : null
      const { set, relation: target } = row.returns
      if (origin == null || target === null || !names.has(target)) return []
      return [{ schema: row.schema, name: row.name, origin, target, one: !set || row.single_row }]
    }),
  })
  const representations = new Map(
    [...grouped(rows.representations, (row) => row.type)].map(([type, casts]): [string, Representation] => [
      type,
      Object.fromEntries(casts.map(({ use, schema, name }) => [use, { schema, name }])),
    ]),
  )
  const columnOf = (row: ColumnRow): Column => {
    const representation = representations.get(row.type)
    return representation ? { ...row, representation } : row
  }
  const handlers = handlersOf(rows.handlers, names)
  const relations = rows.relations.map(
    (row): Relation => ({
      ...row,
      columns: new Map((columns.get(row.oid) ?? []).map((column) => [column.name, columnOf(column)])),
      primaryKey: primaryKeys.get(row.oid) ?? [],
      uniqueKeys: (uniqueKeys.get(row.oid) ?? []).map((key) => key.columns),
      computed: new Map(
        rows.functions
          .filter(
            (fn) => fn.arguments.length === 1 && fn.arguments[0]?.relation === row.oid && !fn.returns.set,
          )
          .map((fn) => [fn.name, { schema: fn.schema, name: fn.name }]),
      ),
      relationships: links.get(row.oid) ?? [],
      handlers: handlers.get(row.oid) ?? new Map(),
      indexes: indexes.get(row.oid) ?? [],
      isOwned: row.guestReads && beneath.isOwned(row.oid),
      tables: beneath.tablesOf(row.oid),
    }),
  )
  const routines = rows.functions.filter(isCallable).map((row): Routine => {
    const { schema, name, volatility, returns, callers } = row
    const relation = returns.relation === null ? undefined : names.get(returns.relation)
    return {
      schema,
      name,
      volatility,
      ...(callers ? { callers } : {}),
      parameters: row.arguments.map(({ relation: _, ...parameter }) => parameter),
      returns: {
        ...returns,
        relation: relation && schemas.includes(relation.schema) ? relation.name : null,
      },
    }
  })
  return lookup(schemas, relations, routines.toSorted(bySignature), handlers.get(null))
}

/** Types that accept a whole body: a function whose only unnamed argument has another type cannot be called. */
const WHOLE = ['bytea', 'json', 'jsonb', 'text', 'xml']

function isCallable({ arguments: given }: FunctionRow): boolean {
  const unnamed = given.filter(({ name }) => name === '').length
  return unnamed === 0 || (unnamed === 1 && WHOLE.includes(given[0]?.type ?? ''))
}

/** Overloads in upstream's order: fewest arguments first, then by names and types. */
function bySignature(a: Routine, b: Routine): number {
  const words = ({ parameters }: Routine) => parameters.map(({ name, type }) => `${name} ${type}`).join()
  if (a.schema !== b.schema || a.name !== b.name) return 0
  return a.parameters.length - b.parameters.length || (words(a) < words(b) ? -1 : 1)
}

function lookup(
  schemas: readonly string[],
  relations: readonly Relation[],
  routines: readonly Routine[],
  handlers: ReadonlyMap<string, Handler> = new Map(),
): Catalog {
  const byName = new Map(relations.map((one) => [key(one.schema, one.name), one]))
  const bySchema = grouped(relations, (one) => one.schema)
  const routinesByName = grouped(routines, (one) => key(one.schema, one.name))
  const routineNames = grouped(routines, (one) => one.schema)
  return {
    schemas,
    handlers,
    relation: (schema, name) => byName.get(key(schema, name)),
    relations: (schema) => bySchema.get(schema) ?? [],
    routines: (schema, name) => routinesByName.get(key(schema, name)) ?? [],
    routineNames: (schema) => [...new Set((routineNames.get(schema) ?? []).map((one) => one.name))],
  }
}

const key = (schema: string, name: string) => `${schema}\0${name}`

function grouped<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** A catalog without a database, for the planner's tests. */
export const catalogOf = (relations: readonly Relation[], routines: readonly Routine[] = []): Catalog =>
  lookup(['public'], relations, routines)

/** Handlers by the object id of their relation (null: any), then by media type. */
function handlersOf(
  rows: readonly HandlerRow[],
  names: ReadonlyMap<number, Name>,
): Map<number | null, Map<string, Handler>> {
  const made = rows.map((row) => {
    const { schema, name, bytes } = row
    const of = row.target === null ? null : (names.get(row.target) ?? null)
    return { ...row, handler: { schema, name, bytes, of, contentType: contentTypeOf(row.media) } }
  })
  return new Map(
    [...Map.groupBy(made, (row) => row.target)].map(([target, list]) => [
      target,
      new Map(list.map(({ media, handler }) => [media, handler])),
    ]),
  )
}

const WITH_CHARSET = ['application/json', 'application/geo+json', 'text/csv', 'text/plain', 'text/xml']

/** The Content-Type of a media type; as upstream, known types include the character set. */
export function contentTypeOf(media: string): string {
  if (media === '*/*') return 'application/octet-stream'
  return WITH_CHARSET.includes(media) ? `${media}; charset=utf-8` : media
}
