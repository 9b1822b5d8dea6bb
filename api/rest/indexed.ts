// What a guest may filter and order the tables of members by: what an index serves. These tables grow with the community,
// and a guest's filter that reads all of one costs the same whoever sends it. Which tables and which indexes those are,
// the catalog knows. Members may filter as they like: they are counted by account, and their statements by time.
import type { Index, Relation } from './catalog.ts'
import { unindexedError } from './errors.ts'
import type { Filter, Logic } from './grammar.ts'
import { embedOf, filtersOf, type Level } from './plan.ts'

/** The part of a level that says which rows are read. */
export type Restricted = Pick<Level, 'relation' | 'source' | 'where' | 'order' | 'embeds'>

/** @throws RestError PT400 for the first filter or order without an index */
export function assertIndexed(level: Restricted): void {
  checkLevel(level, false)
}

/** @param isNarrow the rows are few already, by the row above that they belong to */
function checkLevel(level: Restricted, isNarrow: boolean): void {
  const { relation, source, embeds } = level
  const narrow = isNarrow || source === 'statement' || isNarrowed(level)
  if (relation?.isOwned && source === 'relation') {
    for (const filter of level.where.flatMap(filtersOf)) checkFilter(level, relation, filter, narrow)
    if (!narrow) checkOrder(level, relation)
  }
  // A resource that is not inner is read for the rows of the answer alone, by the key that joins it.
  for (const embed of embeds) checkLevel(embed.level, narrow || !embed.inner)
}

function checkFilter(level: Restricted, relation: Relation, filter: Filter, narrow: boolean): void {
  const { field, operation } = filter
  if (isOfResource(level, filter) || !isKnown(relation, field.name)) return
  const indexes = relation.indexes ?? []
  if (isSearch(operation)) {
    if (field.path.length > 0 || !indexes.some((index) => index.searches && index.keys.includes(field.name)))
      throw unindexedError(relation, 'search', field.name)
    return
  }
  if (narrow) return
  const served = field.path.length === 0 && indexes.some((index) => serves(index, field.name))
  if (!served) throw unindexedError(relation, 'filter', field.name)
}

/** The first term has to lead an index; those behind it put rows of one value in order. */
function checkOrder({ order }: Restricted, relation: Relation): void {
  const indexes = relation.indexes ?? []
  for (const [position, { relation: resource, field }] of order.entries()) {
    if (resource === null && !isKnown(relation, field.name)) continue
    const isPlain = resource === null && field.path.length === 0
    const served =
      isPlain &&
      indexes.some(({ keys, searches }) =>
        position === 0 ? !searches && keys[0] === field.name : keys.includes(field.name),
      )
    if (!served) throw unindexedError(relation, 'order', resource ?? field.name)
  }
}

/** Whether an index finds few rows for a condition that all rows must meet, of its own or of an inner resource. */
function isNarrowed(level: Restricted): boolean {
  return (
    level.where.some((logic) => narrows(level, logic)) ||
    level.embeds.some(({ inner, level: below }) => inner && isNarrowed(below))
  )
}

function narrows(level: Restricted, logic: Logic): boolean {
  if (logic.kind === 'group') {
    return !logic.not && logic.operator === 'AND' && logic.members.some((member) => narrows(level, member))
  }
  const { relation } = level
  const { field, operation, not } = logic
  if (!relation || field.path.length > 0 || isOfResource(level, logic)) return false
  const indexes = relation.indexes ?? []
  const { kind } = operation
  if (kind === 'is') {
    // The condition of a partial index, which holds the few rows that it is about.
    const isPresent = not ? operation.value === 'null' : operation.value === 'not_null'
    return isPresent && indexes.some((index) => index.isPartial && index.mentioned.includes(field.name))
  }
  if (not || (kind !== 'in' && !(kind === 'quantifiable' && operation.operator === '='))) return false
  return indexes.some((index) =>
    index.searches ? index.keys.includes(field.name) : index.keys[0] === field.name && isForAll(index),
  )
}

/** Whether an index holds every row that has a value: a condition on its own columns says no more than that. */
const isForAll = ({ isPartial, mentioned, keys }: Index) =>
  !isPartial || mentioned.every((column) => keys.includes(column))

/** Whether comparing `column` with a value is what an index is for: it leads the index, or is part of its condition. */
function serves({ keys, searches, mentioned }: Index, column: string): boolean {
  return (
    (searches ? keys.includes(column) : keys[0] === column) ||
    (mentioned.includes(column) && !keys.includes(column))
  )
}

/** Patterns, documents, and what a value holds: operators that only a search index serves. */
function isSearch(operation: Filter['operation']): boolean {
  if (operation.kind === 'fullText') return true
  if (operation.kind === 'binary') return operation.operator !== '<>'
  return operation.kind === 'quantifiable' && ['like', 'ilike', '~', '~*'].includes(operation.operator)
}

/** What the catalog doesn't know PostgreSQL refuses, in its own words. */
const isKnown = ({ columns, computed }: Relation, name: string) => columns.has(name) || computed.has(name)

const isOfResource = (level: Restricted, filter: Filter) =>
  embedOf(level, filter) !== undefined && !level.relation?.columns.has(filter.field.name)
