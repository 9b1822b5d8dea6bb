// What the exposed schemas hold, read from pg_catalog once and looked up by every plan. It decides which names
// exist; who may touch them is decided by PostgreSQL alone, on every statement.
import type { Database } from '../database/database.ts'
import { asService } from '../database/scope.ts'
import { COLUMNS, FOREIGN_KEYS, FUNCTIONS, RELATIONS, UNIQUE_KEYS, VIEW_RULES } from './catalog-queries.ts'
import { type Relationship, relationships } from './relationships.ts'
import { viewSources } from './view-columns.ts'

export type Name = { schema: string; name: string }

export type Column = {
  name: string
  /** As a cast takes it, qualified outside pg_catalog. */
  type: string
  /** SQL expression of the default, or null. Written by the schema's owner. */
  default: string | null
  /** Always generated: never written. */
  generated: boolean
}

export type Relation = Name & {
  kind: 'table' | 'view'
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  /** Column sets that identify a row (plain unique indexes without condition), the primary key included. */
  uniqueKeys: readonly (readonly string[])[]
  insertable: boolean
  updatable: boolean
  deletable: boolean
  /** Functions of one argument, the row: computed columns by name. */
  computed: ReadonlyMap<string, Name>
  relationships: readonly Relationship[]
}

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean }

export type Routine = Name & {
  parameters: readonly Parameter[]
  volatility: 'volatile' | 'stable' | 'immutable'
  returns: {
    set: boolean
    kind: 'void' | 'scalar' | 'composite'
    /** The exposed relation whose rows it gives, for embedding. */
    relation: string | null
    /** The value is a bytea. */
    bytes: boolean
    /** The value's type is a domain that is named like a media type: it is that type's bytes or text. */
    media: string | null
  }
}

export type Catalog = {
  schemas: readonly string[]
  relation(schema: string, name: string): Relation | undefined
  relations(schema: string): readonly Relation[]
  routines(schema: string, name: string): readonly Routine[]
  routineNames(schema: string): readonly string[]
}

type RelationRow = {
  oid: number
  schema: string
  name: string
  kind: 'table' | 'view'
  primary_key: string[]
  insertable: boolean
  updatable: boolean
  deletable: boolean
}
type ColumnRow = Column & { relation: number; position: number }
export type ForeignKeyRow = {
  name: string
  origin: number
  target: number
  origin_columns: string[]
  target_columns: string[]
}
type FunctionRow = {
  schema: string
  name: string
  volatility: Routine['volatility']
  arguments: (Parameter & { relation: number | null })[]
  returns_set: boolean
  returns_kind: 'void' | 'scalar' | 'composite'
  returns_relation: number | null
  returns_bytes: boolean
  returns_media: string | null
  single_row: boolean
}

/**
 * Reads the catalog of `schemas`.
 * @throws whatever the database throws: without a catalog nothing can be answered
 */
export async function readCatalog(db: Database, schemas: readonly string[]): Promise<Catalog> {
  return asService(db, async (sql) => {
    // Types and defaults come out qualified, whatever the session's path is.
    await sql.unsafe(`select set_config('search_path', '', true)`)
    const query = <Row>(text: string) => sql.unsafe(text, [[...schemas]]) as unknown as Promise<Row[]>
    return build(schemas, {
      relations: await query<RelationRow>(RELATIONS),
      columns: await query<ColumnRow>(COLUMNS),
      uniqueKeys: await query<{ relation: number; columns: string[] }>(UNIQUE_KEYS),
      foreignKeys: (await sql.unsafe(FOREIGN_KEYS)) as unknown as ForeignKeyRow[],
      functions: await query<FunctionRow>(FUNCTIONS),
      viewRules: await query<{ relation: number; action: string }>(VIEW_RULES),
    })
  })
}

function build(
  schemas: readonly string[],
  rows: {
    relations: RelationRow[]
    columns: ColumnRow[]
    uniqueKeys: { relation: number; columns: string[] }[]
    foreignKeys: ForeignKeyRow[]
    functions: FunctionRow[]
    viewRules: { relation: number; action: string }[]
  },
): Catalog {
  const columns = grouped(rows.columns, (row) => row.relation)
  const uniqueKeys = grouped(rows.uniqueKeys, (row) => row.relation)
  const names = new Map(rows.relations.map((row) => [row.oid, { schema: row.schema, name: row.name }]))
  const links = relationships({
    names,
    primaryKeys: new Map(rows.relations.map((row) => [row.oid, row.primary_key])),
    uniqueKeys: new Map([...uniqueKeys].map(([oid, keys]) => [oid, keys.map((key) => key.columns)])),
    foreignKeys: rows.foreignKeys,
    viewSources: viewSources(rows.viewRules, columns),
    functions: rows.functions.flatMap((row) => {
      const origin = row.arguments.length === 1 ? row.arguments[0]?.relation : null
      if (origin == null || row.returns_relation === null || !names.has(row.returns_relation)) return []
      const one = !row.returns_set || row.single_row
      return [{ schema: row.schema, name: row.name, origin, target: row.returns_relation, one }]
    }),
  })
  const relations = rows.relations.map(
    (row): Relation => ({
      schema: row.schema,
      name: row.name,
      kind: row.kind,
      columns: new Map((columns.get(row.oid) ?? []).map((column) => [column.name, column])),
      primaryKey: row.primary_key,
      uniqueKeys: (uniqueKeys.get(row.oid) ?? []).map((key) => key.columns),
      insertable: row.insertable,
      updatable: row.updatable,
      deletable: row.deletable,
      computed: new Map(
        rows.functions
          .filter(
            (fn) => fn.arguments.length === 1 && fn.arguments[0]?.relation === row.oid && !fn.returns_set,
          )
          .map((fn) => [fn.name, { schema: fn.schema, name: fn.name }]),
      ),
      relationships: links.get(row.oid) ?? [],
    }),
  )
  const routines = rows.functions.map((row): Routine => {
    const relation = row.returns_relation === null ? undefined : names.get(row.returns_relation)
    return {
      schema: row.schema,
      name: row.name,
      parameters: row.arguments.map(({ relation: _, ...parameter }) => parameter),
      volatility: row.volatility,
      returns: {
        set: row.returns_set,
        kind: row.returns_kind,
        relation: relation && schemas.includes(relation.schema) ? relation.name : null,
        bytes: row.returns_bytes,
        media: row.returns_media,
      },
    }
  })
  return lookup(schemas, relations, routines)
}

function lookup(
  schemas: readonly string[],
  relations: readonly Relation[],
  routines: readonly Routine[],
): Catalog {
  const byName = new Map(relations.map((one) => [key(one.schema, one.name), one]))
  const bySchema = grouped(relations, (one) => one.schema)
  const routinesByName = grouped(routines, (one) => key(one.schema, one.name))
  const routineNames = grouped(routines, (one) => one.schema)
  return {
    schemas,
    relation: (schema, name) => byName.get(key(schema, name)),
    relations: (schema) => bySchema.get(schema) ?? [],
    routines: (schema, name) => routinesByName.get(key(schema, name)) ?? [],
    routineNames: (schema) => [...new Set((routineNames.get(schema) ?? []).map((one) => one.name))],
  }
}

const key = (schema: string, name: string) => `${schema}\0${name}`

/** Rows by a key of theirs, in their order. */
export function grouped<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** A catalog without a database, for tests of the planner. */
export const catalogOf = (relations: readonly Relation[], routines: readonly Routine[] = []): Catalog =>
  lookup(['public'], relations, routines)
