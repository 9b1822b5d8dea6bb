// Writes and calls as SQL: the rows come from one JSON parameter, read with the catalog's types; the columns come
// from the catalog. What they return is what the read after them needs, and no more: every column returned is one
// that the caller must be allowed to read.
import type { Column, Relation, Routine } from './catalog.ts'
import type { Logic } from './grammar.ts'
import { emptyLevel, type Level } from './plan.ts'
import { logicSql } from './sql-condition.ts'
import { contextOf } from './sql-read.ts'
import { literal, qualified, quoted, type Values } from './sql-text.ts'

export type Rows = {
  json: string
  /** One object, or a list of them. */
  list: boolean
  count: number
  columns: readonly Column[]
  /** `missing=default`: what a row doesn't mention gets the column's default instead of null. */
  defaults: boolean
}

export type Upsert = { resolution: 'merge' | 'ignore'; columns: readonly string[] } | null

const BODY = 'pgrst_body'

/** What every write has. `returning`: as returningSql wrote it. */
export type Write = { relation: Relation; where: readonly Logic[]; returning: string; values: Values }

/** INSERT; `where` restricts the body's rows (PUT: to the key in the address). */
export function insertSql({ relation, where, returning, values }: Write, rows: Rows, upsert: Upsert): string {
  const names = rows.columns.map((column) => quoted(column.name))
  const merging = upsert?.resolution === 'merge'
  const body = emptyLevel(BODY, relation)
  const conditions = where.map((logic) => logicSql(body, logic, contextOf(values)))
  if (merging) conditions.push(counted('+'))
  return [
    `INSERT INTO ${qualified(relation)}${names.length > 0 ? ` (${names.join(', ')})` : ''}`,
    names.length > 0 ? `SELECT ${names.map((name) => `${BODY}.${name}`).join(', ')}` : 'SELECT',
    bodySql(rows, values),
    conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '',
    conflictSql(upsert, names),
    returning,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Rows that are inserted add one to a counter, rows that are merged take it back: 200 or 201 follows. */
function counted(sign: '+' | '-'): string {
  const before = `coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0)`
  return `set_config('pgrst.inserted', (${before} ${sign} 1)::text, true) <> '${sign === '+' ? '0' : '-1'}'`
}

function conflictSql(upsert: Upsert, names: readonly string[]): string {
  if (upsert === null || upsert.columns.length === 0) return ''
  const target = `ON CONFLICT (${upsert.columns.map(quoted).join(', ')})`
  if (upsert.resolution === 'ignore' || names.length === 0) return `${target} DO NOTHING`
  const set = names.map((name) => `${name} = EXCLUDED.${name}`).join(', ')
  return `${target} DO UPDATE SET ${set} WHERE ${counted('-')}`
}

/** UPDATE of the rows that `where` leaves; without a column there is nothing to set and no row is touched. */
export function updateSql(write: Write, rows: Rows): string {
  const { relation, returning, values } = write
  if (rows.columns.length === 0) {
    const list = returning.slice('RETURNING '.length)
    return `SELECT ${list} FROM ${qualified(relation)} WHERE false`
  }
  const set = rows.columns.map((column) => `${quoted(column.name)} = ${BODY}.${quoted(column.name)}`)
  return [
    `UPDATE ${qualified(relation)} SET ${set.join(', ')}`,
    bodySql(rows, values, 1),
    whereSql(write),
    returning,
  ].join(' ')
}

export function deleteSql(write: Write): string {
  return `DELETE FROM ${qualified(write.relation)} ${whereSql(write)} ${write.returning}`
}

function whereSql({ relation, where, values }: Write): string {
  const level = emptyLevel(relation.name, relation)
  return where.length === 0
    ? ''
    : `WHERE ${where.map((logic) => logicSql(level, logic, contextOf(values))).join(' AND ')}`
}

/**
 * FROM clause that gives the body's rows as `pgrst_body`. The text is passed as text: the driver would write a
 * JSON parameter as a JSON string.
 */
function bodySql(rows: Rows, values: Values, most?: number): string {
  const kind = rows.defaults ? 'jsonb' : 'json'
  const payload = `FROM (SELECT ${values.addRows(rows.json)}::text::${kind} AS json_data) AS pgrst_payload`
  const limit = most === undefined ? '' : ` LIMIT ${most}`
  const given = 'pgrst_payload.json_data'
  const completed = rows.defaults ? withDefaults(rows, given) : given
  if (rows.columns.length === 0) {
    const each = rows.list ? `${kind}_array_elements(${given}) AS _(item)` : '(VALUES (1)) AS _(item)'
    return `${payload}, LATERAL (SELECT 1 FROM ${each}${limit}) AS ${BODY}`
  }
  const names = rows.columns.map(readColumn).join(', ')
  const typed = rows.columns
    .map(({ name, type, representation }) => `${quoted(name)} ${representation?.read_json ? 'json' : type}`)
    .join(', ')
  const reader = rows.list ? `${kind}_to_recordset` : `${kind}_to_record`
  return `${payload}, LATERAL (SELECT ${names} FROM ${reader}(${completed}) AS _(${typed})${limit}) AS ${BODY}`
}

/** A column of the body; of a domain that has its own way of being read, by that way. */
function readColumn({ name, representation }: Column): string {
  const column = quoted(name)
  return representation?.read_json ? `${qualified(representation.read_json)}(${column}) AS ${column}` : column
}

function withDefaults(rows: Rows, given: string): string {
  const defaults = rows.columns
    .filter((column) => column.default !== null)
    .map((column) => `${literal(column.name)}, ${column.default}`)
  const object = `jsonb_build_object(${defaults.join(', ')})`
  return rows.list
    ? `(SELECT jsonb_agg(${object} || item) FROM jsonb_array_elements(${given}) AS _(item))`
    : `(${object} || ${given})`
}

/** RETURNING for a read by `root`; null when nobody reads, but `also` (the key, for Location) may be wanted. */
export function returningSql(relation: Relation, root: Level | null, also: readonly string[]): string {
  const columns = sourceColumns(root, relation, quoted(relation.name), also)
  return `RETURNING ${columns.length > 0 ? columns.join(', ') : '1'}`
}

/** The columns that a read needs of the rows which a write or a call gives. */
function sourceColumns(
  root: Level | null,
  relation: Relation | null,
  row: string,
  also: readonly string[],
): string[] {
  const wanted = new Set(also)
  if (root !== null) for (const name of namesOf(root)) wanted.add(name)
  const all = wanted.delete('*') || root?.embeds.some((one) => one.relationship.cardinality === 'computed')
  const columns = all ? [`${row}.*`] : []
  for (const name of wanted) {
    const known = relation?.columns.has(name)
    if (all && known) continue
    const computed = known ? undefined : relation?.computed.get(name)
    columns.push(computed ? `${qualified(computed)}(${row}.*) AS ${quoted(name)}` : `${row}.${quoted(name)}`)
  }
  return columns
}

function* namesOf(root: Level): Generator<string> {
  for (const item of root.select) {
    if (item.aggregate === null || item.field.name !== '*') yield item.field.name
  }
  for (const term of root.order) if (term.relation === null) yield term.field.name
  for (const logic of root.where) yield* conditionNames(logic, root)
  for (const { relationship } of root.embeds) {
    if (relationship.cardinality === 'computed') continue
    const pairs = relationship.cardinality === 'many-to-many' ? relationship.near : relationship.columns
    for (const pair of pairs) yield pair.origin
  }
}

function* conditionNames(logic: Logic, root: Level): Generator<string> {
  if (logic.kind === 'group') for (const member of logic.members) yield* conditionNames(member, root)
  else if (!root.embeds.some((embed) => embed.name === logic.field.name)) yield logic.field.name
}

export type Arguments =
  | { kind: 'json'; json: string; list: boolean; parameters: Routine['parameters'] }
  | { kind: 'direct'; values: ReadonlyMap<string, string>; parameters: Routine['parameters'] }
  | { kind: 'unnamed'; body: string; type: string }

/** Types that are one character or bit long where nothing else is said; a function takes any length. */
const UNBOUNDED: Readonly<Record<string, string>> = {
  bit: 'bit varying',
  'bit[]': 'bit varying[]',
  character: 'character varying',
  'character[]': 'character varying[]',
}

const argumentType = (type: string) => (Object.hasOwn(UNBOUNDED, type) ? UNBOUNDED[type] : type) ?? type

export function callSql(
  routine: Routine,
  args: Arguments,
  relation: Relation | null,
  root: Level,
  values: Values,
): string {
  const call = (list: string) => `${qualified(routine)}(${list})`
  const scalar = routine.returns.kind !== 'composite'
  const columns = relation === null ? ['pgrst_call.*'] : sourceColumns(root, relation, 'pgrst_call', [])
  const select = scalar ? 'pgrst_call.pgrst_scalar' : columns.join(', ') || '1'
  const from = (invocation: string) =>
    scalar ? `(SELECT ${invocation} AS pgrst_scalar) AS pgrst_call` : `${invocation} AS pgrst_call`
  if (args.kind === 'unnamed') {
    return `SELECT ${select} FROM ${from(call(`${values.add(args.body)}::text::${argumentType(args.type)}`))}`
  }
  const named = (value: (name: string, type: string) => string) =>
    args.parameters
      .map((one) => `${one.variadic ? 'VARIADIC ' : ''}${quoted(one.name)} := ${value(one.name, one.type)}`)
      .join(', ')
  if (args.kind === 'direct') {
    const given = named((name, type) => `${values.add(args.values.get(name) ?? null)}::${argumentType(type)}`)
    return `SELECT ${select} FROM ${from(call(given))}`
  }
  if (args.parameters.length === 0) return `SELECT ${select} FROM ${from(call(''))}`
  const taken = args.parameters.map(({ name, type }) => ({
    name,
    type: argumentType(type),
    default: null,
  }))
  const body = bodySql(
    { json: args.json, list: args.list, count: 1, columns: taken, defaults: false },
    values,
    1,
  )
  const invocation = call(named((name) => `${BODY}.${quoted(name)}`))
  return `SELECT ${select} ${body}, LATERAL ${from(invocation)}`
}
