// SQL of an aggregated level: plain columns are the grouping keys, as upstream. A spread to-one resource joins its
// parent's groups, and its aggregates are applied there.
// https://docs.postgrest.org/en/stable/references/api/aggregate_functions.html
import type { SelectField } from './grammar.ts'
import { isShown, type Level } from './plan.ts'
import { columnSql, fieldSql, writtenSql } from './sql-condition.ts'
import { castType, quoted, type Values } from './sql-text.ts'

type Output = {
  /** The output value, or the aggregate's argument. */
  sql: (values: Values) => string
  name: string
  aggregate: SelectField['aggregate']
  /** How a plain value is rendered; it is grouped by its raw form. */
  show?: (value: string) => string
}

/** The select items of an aggregated level, and its grouping keys. */
export function aggregatedItems(level: Level, values: Values): { items: string[]; groupBy: string[] } {
  const items: string[] = []
  const groupBy: string[] = []
  for (const { sql, name, aggregate, show = (value: string) => value } of outputs(level)) {
    const value = sql(values)
    if (aggregate === null) groupBy.push(value)
    items.push(`${aggregate === null ? show(value) : applied(aggregate, value)} AS ${quoted(name)}`)
  }
  return { items, groupBy }
}

/** The select items of a level spread into a grouped parent, which applies its aggregates. */
export function hoistedItems(level: Level, values: Values): string[] {
  return outputs(level).map((output, index) => `${output.sql(values)} AS ${quoted(columnOf(output, index))}`)
}

/** The column of a spread resource's row that holds an output. */
const columnOf = ({ name, aggregate }: Output, index: number) =>
  aggregate === null ? name : `pgrst_agg_${index}`

function applied(aggregate: NonNullable<SelectField['aggregate']>, value: string): string {
  const call = `${aggregate.function}(${value})`
  return aggregate.cast === null ? call : `CAST(${call} AS ${castType(aggregate.cast)})`
}

function outputs(level: Level): Output[] {
  const own = level.select.flatMap((item) => fieldOutputs(level, item))
  const embedded = level.embeds.flatMap((embed): Output[] => {
    const lateral = quoted(embed.lateral)
    if (embed.spread && embed.toOne) {
      return outputs(embed.level).map((output, index) => ({
        ...output,
        sql: () => `${lateral}.${quoted(columnOf(output, index))}`,
      }))
    }
    if (!isShown(embed.level)) return []
    // json has no equality operator to group by.
    const value = embed.toOne ? `to_jsonb(row_to_json(${lateral}.*))` : `to_jsonb(${lateral}."rows")`
    return embed.spread
      ? outputs(embed.level).map(({ name }) => plain(name, `to_jsonb(${lateral}.${quoted(name)})`))
      : [plain(embed.name, value)]
  })
  return [...own, ...embedded]
}

const plain = (name: string, sql: string): Output => ({ name, aggregate: null, sql: () => sql })

function fieldOutputs(level: Level, item: SelectField): Output[] {
  const { field, cast, aggregate } = item
  if (field.name === '*' && field.path.length === 0) {
    // Counts every row, including nulls.
    if (aggregate !== null) return [{ name: outputName(item), aggregate, sql: () => '1' }]
    return [...(level.relation?.columns.keys() ?? [])].map((name) => ({
      ...plain(name, columnSql(level, name)),
      show: (value) => writtenSql(level, name, value),
    }))
  }
  const sql = (values: Values) => {
    const value = fieldSql(level, field, values)
    return cast === null ? value : `CAST(${value} AS ${castType(cast)})`
  }
  const isPlain = cast === null && field.path.length === 0
  const show = (value: string) => (isPlain ? writtenSql(level, field.name, value) : value)
  return [{ name: outputName(item), aggregate, sql, show }]
}

/** The key of a selected field: its alias, its aggregate, the last key of its JSON path, or its name. */
export function outputName({ alias, field, aggregate }: SelectField): string {
  if (alias !== null) return alias
  if (aggregate !== null) return aggregate.function
  const key = field.path.findLast((step) => 'key' in step)
  return key && 'key' in key ? key.key : field.name
}
