// Restricts guests' filters and ordering on tables of members to those that an index serves. These tables grow with
// the community, and a filter that scans one is expensive for any caller. The catalog knows the tables and their
// indexes. Members are not restricted: they are limited by account and statement timeout.
import type { Index, Relation } from './catalog.ts'
import { unindexedError } from './errors.ts'
import type { Filter, Logic } from './grammar.ts'
import { embedOf, filtersOf, type Level } from './plan.ts'

/** The part of a level that determines which rows are read. */
export type Restricted = Pick<Level, 'relation' | 'source' | 'where' | 'order' | 'embeds'>

/** @throws RestError PT400 for the first filter or order without an index */
export function assertIndexed(level: Restricted): void {
  checkLevel(level, false)
}

/** @param isNarrow the parent row already limits the rows to a few */
function checkLevel(level: Restricted, isNarrow: boolean): void {
  const { relation, source, embeds } = level
  const narrow = isNarrow || source === 'statement' || isNarrowed(level)
  if (relation?.isOwned && source === 'relation') {
    for (const filter of level.where.flatMap(filtersOf)) checkFilter(level, relation, filter, narrow)
    if (!narrow) checkOrder(level, relation)
  }
  // A resource that is not inner is read only for the result's rows, by its join key.
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

/** The first term must be the first column of an index; later terms order rows of equal values. */
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

/** Whether an index narrows the rows by a condition that all must meet, of the level or of an inner resource. */
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
    // The condition of a partial index, which contains few rows.
    const isPresent = not ? operation.value === 'null' : operation.value === 'not_null'
    return isPresent && indexes.some((index) => index.isPartial && index.mentioned.includes(field.name))
  }
  if (not || (kind !== 'in' && !(kind === 'quantifiable' && operation.operator === '='))) return false
  return indexes.some((index) =>
    index.searches ? index.keys.includes(field.name) : index.keys[0] === field.name && isForAll(index),
  )
}

/** Whether an index contains every row that has a value: its condition only concerns its own columns. */
const isForAll = ({ isPartial, mentioned, keys }: Index) =>
  !isPartial || mentioned.every((column) => keys.includes(column))

/**
 * Whether the index serves a comparison of `column`: as its first column, a searched one, or part of its condition.
 */
function serves({ keys, searches, mentioned }: Index, column: string): boolean {
  return (
    (searches ? keys.includes(column) : keys[0] === column) ||
    (mentioned.includes(column) && !keys.includes(column))
  )
}

/** Patterns, full text and containment: operators that only a search index serves. */
function isSearch(operation: Filter['operation']): boolean {
  if (operation.kind === 'fullText') return true
  if (operation.kind === 'binary') return operation.operator !== '<>'
  return operation.kind === 'quantifiable' && ['like', 'ilike', '~', '~*'].includes(operation.operator)
}

/** PostgreSQL itself reports unknown columns. */
const isKnown = ({ columns, computed }: Relation, name: string) => columns.has(name) || computed.has(name)

const isOfResource = (level: Restricted, filter: Filter) =>
  embedOf(level, filter) !== undefined && !level.relation?.columns.has(filter.field.name)
