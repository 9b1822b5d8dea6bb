// Plans the read part of a request: resolves embedded resources in the catalog, assigns every filter to its level,
// and gives every level a unique alias.
import type { Catalog, Relation } from './catalog.ts'
import {
  aggregateError,
  embedFilterError,
  notEmbedded,
  relatedOrderError,
  spreadAggregateError,
} from './errors.ts'
import type { At, Filter, Logic, OrderTerm, Query, Range, SelectField, SelectItem } from './grammar.ts'
import { findRelationship } from './plan-relationship.ts'
import { isToOne, type Relationship } from './relationships.ts'
import type { RestSettings } from './settings.ts'

/** One level of the response: the rows of a relation, or of the statement's source. */
export type Level = {
  /** Alias of the rows in SQL; unique in the statement. */
  alias: string
  /** Null if the rows come from a write or a function. */
  relation: Relation | null
  source: 'relation' | 'statement'
  select: SelectField[]
  where: Logic[]
  order: OrderTerm[]
  range: Range
  embeds: Embed[]
}

export type Embed = {
  level: Level
  relationship: Relationship
  /** Its key in the parent's object. */
  name: string
  /** The relation's name in the query; filters may use either. */
  target: string
  toOne: boolean
  inner: boolean
  spread: boolean
  /** Aliases of the joined rows and of the junction table in SQL. */
  lateral: string
  junction: string
}

/** The operator's limits of a read. */
export type Bounds = Pick<RestSettings, 'maxRows' | 'aggregates'>

export type Root = {
  name: string
  relation: Relation | null
  schema: string
  source: 'relation' | 'statement'
}

/**
 * Plans the read part of a request.
 * @param conditions whether the root's filters belong to the read (a write applies them itself)
 * @throws RestError PGRST108, 118, 120, 123, 200, 201
 */
export function planRead(
  catalog: Catalog,
  root: Root,
  query: Query,
  conditions: boolean,
  bounds: Bounds,
): Level {
  const names = new Names()
  const level = newLevel(names.take(root.name), root.relation, root.source, bounds)
  fill({ catalog, schema: root.schema, names, bounds }, level, query.select, 1, root.name)
  for (const { path, value } of query.filters) {
    if (conditions || path.length > 0) at(level, path).where.push(value)
  }
  for (const { path, value } of query.logic) {
    if (conditions || path.length > 0) at(level, path).where.push(value)
  }
  for (const { path, value } of query.order) at(level, path).order = [...value]
  for (const [path, range] of query.ranges) {
    if (path === '') continue
    at(level, path.split('.')).range = restrict(range, bounds)
  }
  check(level)
  return level
}

export function restrict(range: Range, { maxRows }: Bounds): Range {
  return { offset: range.offset, limit: Math.min(range.limit ?? maxRows, maxRows) }
}

function newLevel(
  alias: string,
  relation: Relation | null,
  source: Level['source'],
  { maxRows }: Bounds,
): Level {
  return { ...emptyLevel(alias, relation), source, range: { offset: 0, limit: maxRows } }
}

/** All rows of a relation, without a column. */
export function emptyLevel(alias: string, relation: Relation | null): Level {
  const range = { offset: 0, limit: null }
  return { alias, relation, source: 'relation', select: [], where: [], order: [], embeds: [], range }
}

type Planning = { catalog: Catalog; schema: string; names: Names; bounds: Bounds }

function fill(
  planning: Planning,
  level: Level,
  items: readonly SelectItem[],
  depth: number,
  origin: string,
): void {
  const { catalog, schema, names, bounds } = planning
  for (const item of items) {
    if (item.kind === 'field') {
      // Aggregates can be arbitrarily expensive; upstream disables them by default too.
      if (item.aggregate !== null && !bounds.aggregates) throw aggregateError()
      level.select.push(item)
      continue
    }
    const relationship = findRelationship({ catalog, schema, origin, target: item.name, hint: item.hint })
    const target = catalog.relation(relationship.target.schema, relationship.target.name) ?? null
    const alias = names.take(`${relationship.target.name}_${depth}`)
    const child = newLevel(alias, target, 'relation', bounds)
    const name = item.alias ?? item.name
    level.embeds.push({
      level: child,
      relationship,
      name,
      target: item.name,
      spread: item.spread,
      toOne: isToOne(relationship),
      inner: item.join === 'inner',
      lateral: names.take(`${origin}_${name}_${depth}`),
      junction:
        relationship.cardinality === 'many-to-many' ? names.take(`${relationship.junction.name}_j`) : '',
    })
    fill(planning, child, item.select, depth + 1, relationship.target.name)
    if (item.spread && !isToOne(relationship) && aggregates(child)) throw spreadAggregateError()
  }
}

/** Whether a level aggregates: itself, or through a resource spread into it. */
export function aggregates(level: Level): boolean {
  return (
    level.select.some((item) => item.aggregate !== null) ||
    level.embeds.some((embed) => embed.spread && embed.toOne && aggregates(embed.level))
  )
}

/** Whether a level has output: an embedded resource without a select only filters. */
export function isShown(level: Level): boolean {
  return level.select.length > 0 || level.embeds.some((embed) => isShown(embed.level))
}

function at(level: Level, path: readonly string[]): Level {
  return path.reduce((current, name) => {
    const embed = current.embeds.find((one) => one.target === name || one.name === name)
    if (!embed) throw notEmbedded(name)
    return embed.level
  }, level)
}

/** Validates what requires the complete plan. */
function check(level: Level): void {
  for (const term of level.order) {
    if (term.relation === null) continue
    const embed = level.embeds.find((one) => one.name === term.relation)
    if (!embed) throw notEmbedded(term.relation)
    if (!embed.toOne) throw relatedOrderError(level.relation?.name ?? level.alias, embed.name)
  }
  for (const filter of level.where.flatMap(filtersOf)) {
    if (embedOf(level, filter) && !isNullTest(filter) && !level.relation?.columns.has(filter.field.name)) {
      throw embedFilterError(filter.field.name)
    }
  }
  for (const embed of level.embeds) check(embed.level)
}

/** The embedded resource that a filter names like a column: `author=is.null`. */
export function embedOf(level: Pick<Level, 'embeds'>, filter: Filter): Embed | undefined {
  return filter.field.path.length > 0 ? undefined : level.embeds.find((one) => one.name === filter.field.name)
}

/** Whether a filter asks for null or for its opposite. */
export function isNullTest({ operation }: Filter): boolean {
  return operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null')
}

export function filtersOf(logic: Logic): Filter[] {
  return logic.kind === 'filter' ? [logic] : logic.members.flatMap(filtersOf)
}

/** Filters of the root alone, which restrict a write. */
export function rootConditions(query: Query): Logic[] {
  const root = <T>(list: readonly At<T>[]) =>
    list.filter((one) => one.path.length === 0).map((one) => one.value)
  return [...root(query.filters), ...root(query.logic)]
}

/** PostgreSQL truncates names to 63 bytes, so two long ones could become equal. */
const MAX_NAME_BYTES = 63

/** Generates aliases that are unique in the statement. */
class Names {
  private readonly taken = new Set<string>()

  take(wanted: string): string {
    const name = wanted.replaceAll('\0', '')
    let candidate = Buffer.byteLength(name) <= MAX_NAME_BYTES ? name : 'pgrst'
    for (let count = 1; this.taken.has(candidate); count += 1) {
      candidate = Buffer.byteLength(name) <= MAX_NAME_BYTES - 5 ? `${name}_${count}` : `pgrst_${count}`
    }
    this.taken.add(candidate)
    return candidate
  }
}
