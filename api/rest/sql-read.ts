// A planned read as SQL: one select whose rows are the objects of the answer. To-one resources are joined so that
// the planner may still flatten them; lists are aggregated in a lateral subquery each.
import type { Filter, Logic, SelectField } from './grammar.ts'
import { aggregates, type Embed, isShown, type Level } from './plan.ts'
import type { ColumnPair, Relationship } from './relationships.ts'
import { aggregatedItems, hoistedItems, outputName } from './sql-aggregate.ts'
import { measuredSql, withinBoundSql } from './sql-bound.ts'
import { type Context, columnSql, fieldSql, logicSql, orderSql, writtenSql } from './sql-condition.ts'
import { castType, qualified, quoted, type Values } from './sql-text.ts'

/** The name of the rows that a write or a function gives. */
export const STATEMENT_ROWS = 'pgrst_source'

/** Where a level stands in the statement: nowhere (root), or under a parent. */
type Place = { parent: Level; embed: Embed } | null

export function readSql(root: Level, values: Values): string {
  return levelSql(root, null, { ...contextOf(values), lists: listsOf(root) })
}

/** How many lists the rows of a level hold, those of the levels below included. */
function listsOf({ embeds }: Level): number {
  return embeds.reduce((sum, { toOne, level }) => sum + (toOne ? 0 : 1) + listsOf(level), 0)
}

export function contextOf(values: Values): Context {
  const context: Context = {
    values,
    lists: 0,
    exists: (level, name) => {
      const embed = level.embeds.find((one) => one.name === name)
      return embed ? existsSql(level, embed, context) : 'false'
    },
  }
  return context
}

function levelSql(level: Level, place: Place, context: Context): string {
  const grouped = aggregates(level)
  const hoisted = place?.embed.spread && place.embed.toOne && (grouped || aggregates(place.parent))
  const { items, groupBy } = hoisted
    ? { items: hoistedItems(level, context.values), groupBy: [] }
    : grouped
      ? aggregatedItems(level, context.values)
      : { items: level.select.map((item) => itemSql(level, item, context.values)), groupBy: [] }
  const joins: string[] = []
  for (const embed of level.embeds) {
    const shown = isShown(embed.level)
    if (shown && !grouped && !hoisted) items.push(embedItem(embed))
    if (shown || embed.inner) joins.push(joinSql(level, embed, context))
  }
  const where = [...conditions(level, place, context), ...shortcuts(level, context)]
  const order = level.order.map((term) => orderSql(term, orderExpression(level, term, context)))
  const { limit, offset } = level.range
  return [
    `SELECT ${items.length > 0 ? items.join(', ') : defaultItem(level, place)}`,
    fromSql(level, place),
    ...joins,
    where.length > 0 ? `WHERE ${where.join(' AND ')}` : '',
    groupBy.length > 0 ? `GROUP BY ${groupBy.join(', ')}` : '',
    order.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
    limitSql(place, limit, offset, context.values),
  ]
    .filter(Boolean)
    .join(' ')
}

/** `select=books()` asks for objects without keys. */
function defaultItem(level: Level, place: Place): string {
  return place === null ? '' : `${quoted(level.alias)}.*`
}

/**
 * The bound is a number in the text, so that a plan made once for all callers knows it; the offset, which
 * varies with every page, is a parameter. A to-one row is not limited: it would keep the join from flattening.
 */
function limitSql(place: Place, limit: number | null, offset: number, values: Values): string {
  if (place?.embed.toOne && place.embed.relationship.cardinality === 'computed') return 'LIMIT 1'
  if (place?.embed.toOne && limit !== 0 && offset === 0) return ''
  const most = limit === null ? '' : `LIMIT ${limit}`
  return offset > 0 ? `${most} OFFSET ${values.add(String(offset))}` : most
}

function fromSql(level: Level, place: Place): string {
  const as = (source: string, name: string) =>
    name === level.alias ? source : `${source} AS ${quoted(level.alias)}`
  if (level.source === 'statement') return `FROM ${as(STATEMENT_ROWS, STATEMENT_ROWS)}`
  const name = level.relation ?? { schema: 'public', name: level.alias }
  if (place === null) return `FROM ${as(qualified(name), name.name)}`
  const { relationship, junction } = place.embed
  if (relationship.cardinality === 'computed') {
    // The row may be one that a write or a function gave, which has lost its type.
    const row = `(${quoted(place.parent.alias)}.*)::${qualified(relationship.origin)}`
    return `FROM ${qualified(relationship.function)}(${row}) AS ${quoted(level.alias)}`
  }
  const target = `FROM ${as(qualified(name), name.name)}`
  return relationship.cardinality === 'many-to-many'
    ? `${target}, ${qualified(relationship.junction)} AS ${quoted(junction)}`
    : target
}

function conditions(level: Level, place: Place, context: Context): string[] {
  const own = level.where.map((logic) => logicSql(level, logic, context))
  return place === null ? own : [...joinConditions(place, level), ...own]
}

function joinConditions({ parent, embed }: NonNullable<Place>, level: Level): string[] {
  const { relationship, junction } = embed
  const meet = (pairs: readonly ColumnPair[], left: string, right: string) =>
    pairs.map((pair) => `${quoted(right)}.${quoted(pair.target)} = ${quoted(left)}.${quoted(pair.origin)}`)
  if (relationship.cardinality === 'computed') return []
  if (relationship.cardinality === 'many-to-many') {
    return [
      ...meet(relationship.near, parent.alias, junction),
      ...meet(relationship.far, junction, level.alias),
    ]
  }
  return meet(relationship.columns, parent.alias, level.alias)
}

function itemSql(level: Level, item: SelectField, values: Values): string {
  const { field, cast } = item
  if (field.name === '*' && field.path.length === 0) return star(level)
  const expression = fieldSql(level, field, values)
  const name = outputName(item)
  const written = field.path.length === 0 ? writtenSql(level, field.name, expression) : expression
  const plain =
    cast === null && field.path.length === 0 && name === field.name && written.endsWith(quoted(name))
  if (plain) return written
  return `${cast === null ? written : `CAST(${written} AS ${castType(cast)})`} AS ${quoted(name)}`
}

/**
 * All columns. They are named one by one where a domain has its own way of being written, and after a write, which
 * may have been asked for computed columns too, which `*` does not mean.
 */
function star(level: Level): string {
  const columns = [...(level.relation?.columns.values() ?? [])]
  const rewritten = columns.some((column) => column.representation?.write_json)
  if (columns.length === 0 || (level.source === 'relation' && !rewritten)) return columnSql(level, '*')
  return columns
    .map(({ name, representation }) => {
      const column = columnSql(level, name)
      return representation?.write_json ? `${writtenSql(level, name, column)} AS ${quoted(name)}` : column
    })
    .join(', ')
}

function embedItem(embed: Embed): string {
  const lateral = quoted(embed.lateral)
  if (embed.spread)
    return embed.toOne
      ? `${lateral}.*`
      : spreadNames(embed.level)
          .map((name) => `${lateral}.${quoted(name)}`)
          .join(', ')
  return embed.toOne
    ? `row_to_json(${lateral}.*) AS ${quoted(embed.name)}`
    : `${lateral}."rows" AS ${quoted(embed.name)}`
}

function joinSql(parent: Level, embed: Embed, context: Context): string {
  const rows = levelSql(embed.level, { parent, embed }, context)
  const lateral = quoted(embed.lateral)
  const join = embed.inner ? 'INNER JOIN LATERAL' : 'LEFT JOIN LATERAL'
  if (embed.toOne) return `${join} (${rows}) AS ${lateral} ON true`
  const lists = embed.spread
    ? spreadNames(embed.level).map(
        (name) => `coalesce(json_agg(_item.${quoted(name)}), '[]') AS ${quoted(name)}`,
      )
    : [`coalesce(json_agg(_item._value), '[]') AS "rows"`]
  const from = embed.spread
    ? `(SELECT *, sum(pg_column_size(row_to_json(_row))) OVER (ROWS UNBOUNDED PRECEDING) AS pgrst_bytes FROM (${rows}) AS _row)`
    : measuredSql('row_to_json(_row)', `(${rows})`, 'pg_column_size(_value)')
  const within = withinBoundSql('_item', context.lists)
  const some = embed.inner ? ' HAVING count(*) > 0' : ''
  return `${join} (SELECT ${lists.join(', ') || 'true'} FROM ${from} AS _item WHERE ${within}${some}) AS ${lateral} ON true`
}

/** Keys that a spread resource adds to its parent. */
function spreadNames(level: Level): string[] {
  const own = level.select.flatMap((item) =>
    item.field.name === '*' && item.alias === null
      ? [...(level.relation?.columns.keys() ?? [])]
      : [outputName(item)],
  )
  const below = level.embeds.flatMap((embed) => (embed.spread ? spreadNames(embed.level) : [embed.name]))
  return [...own, ...below]
}

function orderExpression(level: Level, term: Level['order'][number], context: Context): string {
  if (term.relation === null) return fieldSql(level, term.field, context.values)
  const embed = level.embeds.find((one) => one.name === term.relation)
  if (!embed) return 'NULL'
  const { name, path } = term.field
  // As upstream, what it is called where it is shown goes before the columns of its table.
  const selected = embed.level.select.some((item) =>
    item.field.name === '*' && item.aggregate === null
      ? embed.level.relation?.columns.has(name)
      : item.aggregate === null && outputName(item) === name,
  )
  if (selected && path.length === 0) return `${quoted(embed.lateral)}.${quoted(name)}`
  // Ordering by what is not shown: the joined row doesn't hold it.
  const place = { parent: level, embed }
  const value = fieldSql(embed.level, term.field, context.values)
  const where = conditions(embed.level, place, context)
  return `(SELECT ${value} ${fromSql(embed.level, place)}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''} LIMIT 1)`
}

/** Whether a row has an embedded row: conditions and inner resources of that one included. */
function existsSql(parent: Level, embed: Embed, context: Context): string {
  const place = { parent, embed }
  const where = [
    ...conditions(embed.level, place, context),
    ...embed.level.embeds.filter((one) => one.inner).map((one) => existsSql(embed.level, one, context)),
  ]
  const condition = where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''
  return `EXISTS (SELECT 1 ${fromSql(embed.level, place)}${condition})`
}

/** Counts the root's rows whatever page is asked for: joins give way to EXISTS, order and bounds fall away. */
export function countSql(root: Level, values: Values, bound: number | null = null): string {
  const context = contextOf(values)
  const where = [
    ...conditions(root, null, context),
    ...shortcuts(root, context),
    ...root.embeds.filter((one) => one.inner).map((one) => existsSql(root, one, context)),
  ]
  const rows = `${fromSql(root, null)}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`
  return bound === null
    ? `SELECT count(*) ${rows}`
    : `SELECT count(*) FROM (SELECT 1 ${rows} LIMIT ${bound}) AS bounded`
}

/** The same rows for EXPLAIN, whose estimate of them is the planned count. */
export function estimateSql(root: Level, values: Values): string {
  return countSql(root, values).replace('SELECT count(*)', 'SELECT 1')
}

/**
 * `category:forum_categories!inner(…)&category.slug=eq.ipos` names one category at most, because a slug is
 * unique. Said once more as `category_id = (select id …)`, the condition lets an index on (category_id, …) give
 * the rows in order; a join alone would sort the whole category. It excludes nothing that the join would keep.
 */
function shortcuts(level: Level, context: Context): string[] {
  return level.embeds.flatMap((embed) => {
    const { relationship, level: child } = embed
    const pair = embed.inner && level.source === 'relation' ? singlePair(relationship) : undefined
    const filter = pair && child.where.find((logic) => isKeyTest(child, logic))
    if (!pair || !filter || !child.relation || child.relation.kind === 'view') return []
    const place = { parent: level, embed }
    const key = `${quoted(child.alias)}.${quoted(pair.target)}`
    const one = `SELECT ${key} ${fromSql(child, place)} WHERE ${logicSql(child, filter, context)}`
    return [`${quoted(level.alias)}.${quoted(pair.origin)} = (${one})`]
  })
}

function singlePair(relationship: Relationship): ColumnPair | undefined {
  const reference = relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
  return reference && relationship.columns.length === 1 ? relationship.columns[0] : undefined
}

/** `column=eq.value` on a column that is unique by itself: at most one row. */
function isKeyTest(level: Level, logic: Logic): logic is Filter {
  if (logic.kind !== 'filter' || logic.not || logic.field.path.length > 0) return false
  const { operation } = logic
  if (operation.kind !== 'quantifiable' || operation.operator !== '=' || operation.quantifier !== null)
    return false
  const keys = level.relation?.uniqueKeys ?? []
  return keys.some((key) => key.length === 1 && key[0] === logic.field.name)
}
