// From words to relations: every embedded resource is found in the catalog, every condition is given to the
// level that it speaks of, and every level gets a name of its own in the statement.
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

/** One level of the answer: the rows of a relation, or of the statement's own source. */
export type Level = {
  /** Name of the rows in SQL; unique in the statement. */
  alias: string
  /** Null when the rows are those of a write or of a function. */
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
  /** The key under which it stands in the parent's object. */
  name: string
  /** The relation's name as the query wrote it; conditions may use either. */
  target: string
  toOne: boolean
  inner: boolean
  spread: boolean
  /** Names of the joined rows and of the junction table in SQL. */
  lateral: string
  junction: string
}

/** What an operator bounds a read by. */
export type Bounds = Pick<RestSettings, 'maxRows' | 'aggregates'>

/** What the root of a plan is. */
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

/** Lowers a range to the most rows that an answer holds. */
export function restrict(range: Range, { maxRows }: Bounds): Range {
  return { offset: range.offset, limit: Math.min(range.limit ?? maxRows, maxRows) }
}

function newLevel(
  alias: string,
  relation: Relation | null,
  source: Level['source'],
  { maxRows }: Bounds,
): Level {
  return {
    alias,
    relation,
    source,
    select: [],
    where: [],
    order: [],
    embeds: [],
    range: { offset: 0, limit: maxRows },
  }
}

/** What stays the same on every level of a plan. */
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
      // Aggregates can be made to cost anything; upstream has them off by default too.
      if (item.aggregate !== null && !bounds.aggregates) throw aggregateError()
      level.select.push(item)
      continue
    }
    const relationship = findRelationship(catalog, schema, origin, item.name, item.hint)
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

/** Whether a level gives one row for many: what it selects, or a resource spread into it, is aggregated. */
export function aggregates(level: Level): boolean {
  return (
    level.select.some((item) => item.aggregate !== null) ||
    level.embeds.some((embed) => embed.spread && embed.toOne && aggregates(embed.level))
  )
}

/** Whether a level has anything to show: an embedded resource that selects nothing is there for its conditions. */
export function isShown(level: Level): boolean {
  return level.select.length > 0 || level.embeds.some((embed) => isShown(embed.level))
}

/** The level that a path of names leads to. */
function at(level: Level, path: readonly string[]): Level {
  return path.reduce((current, name) => {
    const embed = current.embeds.find((one) => one.target === name || one.name === name)
    if (!embed) throw notEmbedded(name)
    return embed.level
  }, level)
}

/** Refuses what only the finished plan can show. */
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

/** The embedded resource that a filter names as if it were a column: `author=is.null`. */
export function embedOf(level: Pick<Level, 'embeds'>, filter: Filter): Embed | undefined {
  return filter.field.path.length > 0 ? undefined : level.embeds.find((one) => one.name === filter.field.name)
}

/** Whether a filter asks for null or for its opposite. */
export function isNullTest({ operation }: Filter): boolean {
  return operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null')
}

/** The conditions of a tree. */
export function filtersOf(logic: Logic): Filter[] {
  return logic.kind === 'filter' ? [logic] : logic.members.flatMap(filtersOf)
}

/** Conditions on the root alone: what a write restricts itself by. */
export function rootConditions(query: Query): Logic[] {
  const root = <T>(list: readonly At<T>[]) =>
    list.filter((one) => one.path.length === 0).map((one) => one.value)
  return [...root(query.filters), ...root(query.logic)]
}

/** PostgreSQL cuts names at 63 bytes; two that were cut to the same would be one. */
const MAX_NAME_BYTES = 63

/** Hands out names so that no two levels of a statement share one. */
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
