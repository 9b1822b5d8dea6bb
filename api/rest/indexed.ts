// Finds the filters and orders on tables of members that no index serves. These tables grow with the community, and a
// filter that scans one is expensive for any caller. The catalog knows the tables and their indexes; guest-filters.ts
// decides what becomes of what is found here.
import type { Index, Relation } from './catalog.ts'
import type { Filter, Logic } from './grammar.ts'
import { embedOf, filtersOf, type Level } from './plan.ts'

/** The part of a level that determines which rows are read. */
export type Restricted = Pick<Level, 'relation' | 'source' | 'where' | 'order' | 'embeds'>

/** A condition or order term that no index serves. */
export type Unindexed = {
  relation: Relation
  what: 'search' | 'filter' | 'order'
  column: string
  /** It may look into values that are stored outside the table's own pages. */
  readsToast: boolean
  /** The planner has no statistics that tell how many rows it leaves. */
  isGuessed: boolean
  /** What it costs to apply to a row, in patterns of the slowest kind. */
  patterns: number
}

/** Measured on 5 MB of text: the slowest pattern 50 ms, words 310 ms, a JSON path 5 ms, a comparison 0.2 ms. */
const PATTERNS = { words: 8, path: 0.1, comparison: 0.01 }

/** @returns in the order of the levels; empty: an index serves all of them */
export function findUnindexed(level: Restricted): Unindexed[] {
  return ofLevel(level, false)
}

/** @param isNarrow the parent row already limits the rows to a few */
function ofLevel(level: Restricted, isNarrow: boolean): Unindexed[] {
  const { relation, source, embeds } = level
  const narrow = isNarrow || source === 'statement' || isNarrowed(level)
  const found: Unindexed[] = []
  if (relation?.isOwned && source === 'relation') {
    for (const filter of level.where.flatMap(filtersOf))
      found.push(...ofFilter(level, relation, filter, narrow))
    if (!narrow) found.push(...ofOrder(level, relation))
  }
  // A resource that is not inner is read only for the result's rows, by its join key.
  for (const embed of embeds) found.push(...ofLevel(embed.level, narrow || !embed.inner))
  return found
}

function ofFilter(level: Restricted, relation: Relation, filter: Filter, narrow: boolean): Unindexed[] {
  const { field, operation } = filter
  if (isOfResource(level, filter) || !isKnown(relation, field.name)) return []
  const indexes = relation.indexes ?? []
  if (isSearch(operation)) {
    const served =
      field.path.length === 0 && indexes.some((index) => index.searches && index.keys.includes(field.name))
    if (served) return []
    const patterns = patternsOf(operation, relation.columns.get(field.name)?.document === true)
    return [{ relation, what: 'search', column: field.name, readsToast: true, isGuessed: true, patterns }]
  }
  if (narrow) return []
  const served = field.path.length === 0 && indexes.some((index) => serves(index, field.name))
  const isGuessed = field.path.length > 0 || !relation.columns.has(field.name)
  const readsToast = isGuessed || !(isEquality(filter) || isFixed(relation, field.name))
  const patterns = isGuessed ? PATTERNS.path : PATTERNS.comparison
  return served ? [] : [{ relation, what: 'filter', column: field.name, readsToast, isGuessed, patterns }]
}

/** The first term must be the first column of an index; later terms order rows of equal values. */
function ofOrder({ order }: Restricted, relation: Relation): Unindexed[] {
  const indexes = relation.indexes ?? []
  return [...order.entries()].flatMap(([position, { relation: resource, field }]): Unindexed[] => {
    if (resource === null && !isKnown(relation, field.name)) return []
    const isPlain = resource === null && field.path.length === 0
    const served =
      isPlain &&
      indexes.some(({ keys, searches }) =>
        position === 0 ? !searches && keys[0] === field.name : keys.includes(field.name),
      )
    const readsToast = !isPlain || !isFixed(relation, field.name)
    const patterns = isPlain ? PATTERNS.comparison : PATTERNS.path
    const column = resource ?? field.name
    return served ? [] : [{ relation, what: 'order', column, readsToast, isGuessed: false, patterns }]
  })
}

function patternsOf(operation: Filter['operation'], isDocument: boolean): number {
  // The words of a text are found again for each row.
  if (operation.kind === 'fullText') return isDocument ? 1 : PATTERNS.words
  const isList = operation.kind === 'quantifiable' && operation.quantifier !== null
  return isList ? operation.value.split(',').length : 1
}

/** Values of different lengths differ: PostgreSQL compares the lengths before it fetches a long value. */
const isEquality = ({ operation }: Filter) =>
  operation.kind === 'in' ||
  operation.kind === 'is' ||
  (operation.kind === 'quantifiable' && operation.operator === '=')

const FIXED =
  /^(?:smallint|integer|bigint|real|double precision|boolean|uuid|date|time(?:stamp)?(?:\(\d\))? with.*|interval)$/

/** Whether a column's values are never stored outside the table's own pages. */
const isFixed = ({ columns }: Relation, name: string) => FIXED.test(columns.get(name)?.type ?? '')

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
