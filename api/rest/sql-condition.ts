// Conditions and order as SQL. Every value is a parameter; every operator is from the closed lists of grammar.ts.
import {
  type Field,
  type Filter,
  type FilterOperation,
  IS_VALUES,
  type Logic,
  type OrderTerm,
} from './grammar.ts'
import { embedOf, isNullTest, type Level } from './plan.ts'
import { arrayConstant, type Name, qualified, quoted, type Values } from './sql-text.ts'

export type Context = {
  values: Values
  /** Whether an embedded row exists, as SQL. */
  exists: (level: Level, name: string) => string
  /** Embedded arrays of the statement, among which the response limit is divided. */
  lists: number
}

/** The SQL of a column, computed column or JSON path of `level`. */
export function fieldSql(level: Level, field: Field, values: Values): string {
  const { name, path } = field
  const column = columnSql(level, name)
  if (path.length === 0) return column
  const type = level.relation?.columns.get(name)?.type
  // An expression index applies only if the column is not wrapped.
  const start = type === 'json' || type === 'jsonb' ? column : `to_jsonb(${column})`
  return path.reduce((expression, step) => {
    const operand =
      'index' in step ? `(${values.same(String(step.index))}::text)::int` : values.same(step.key)
    return `${expression}${step.arrow}${operand}`
  }, start)
}

/** A column that the catalog doesn't know goes to PostgreSQL as it is, whose error says it best. */
export function columnSql(level: Level, name: string): string {
  const alias = quoted(level.alias)
  if (name === '*') return `${alias}.*`
  const computed = level.source === 'relation' ? level.relation?.computed.get(name) : undefined
  if (computed && !level.relation?.columns.has(name)) return `${qualified(computed)}(${alias}.*)`
  return `${alias}.${quoted(name)}`
}

/** A column's value as it is shown: of a domain that has its own way of being written, by that way. */
export function writtenSql(level: Level, name: string, column: string): string {
  const writer = level.relation?.columns.get(name)?.representation?.write_json
  return writer ? `${qualified(writer)}(${column})` : column
}

export function logicSql(level: Level, logic: Logic, context: Context): string {
  if (logic.kind === 'filter') return filterSql(level, logic, context)
  const members = logic.members.map((member) => logicSql(level, member, context))
  return `${logic.not ? 'NOT ' : ''}(${members.join(` ${logic.operator} `)})`
}

function filterSql(level: Level, filter: Filter, context: Context): string {
  const not = filter.not ? 'NOT ' : ''
  const embed = embedOf(level, filter)
  if (embed && isNullTest(filter) && filter.operation.kind === 'is') {
    const absent = (filter.operation.value === 'null') !== filter.not
    return `${absent ? 'NOT ' : ''}${context.exists(level, embed.name)}`
  }
  const left = fieldSql(level, filter.field, context.values)
  const column = filter.field.path.length === 0 ? level.relation?.columns.get(filter.field.name) : undefined
  if (filter.operation.kind !== 'fullText') {
    return `${not}${left} ${comparison(filter.operation, context.values, column?.representation?.read_text)}`
  }
  const { operation } = filter
  const language = () => (operation.language === null ? '' : `${context.values.add(operation.language)}, `)
  const isKnown = level.relation?.columns.has(filter.field.name)
  const vector = !isKnown || column?.document || column?.type === 'tsvector'
  const document = vector ? left : `to_tsvector(${language()}${left})`
  return `${not}${document} @@ ${operation.function}(${language()}${context.values.add(operation.value)})`
}

/** @param reader what makes the column's value of a text, when its type is a domain that says so */
function comparison(
  operation: Exclude<FilterOperation, { kind: 'fullText' }>,
  values: Values,
  reader: Name | undefined,
): string {
  const read = (value: string) => (reader ? `${qualified(reader)}(${value}::text)` : value)
  const readAll = (list: string) =>
    reader ? `SELECT ${qualified(reader)}(pgrst_value) FROM unnest(${list}::text[]) AS _(pgrst_value)` : list
  switch (operation.kind) {
    case 'binary':
      return `${operation.operator} ${read(values.add(operation.value))}`
    case 'quantifiable': {
      const { operator, quantifier } = operation
      const pattern = operator === 'like' || operator === 'ilike'
      const value = values.add(pattern ? operation.value.replaceAll('*', '%') : operation.value)
      // A pattern is compared as the text it is.
      if (quantifier === null) return `${operator} ${pattern ? value : read(value)}`
      return `${operator} ${quantifier}(${pattern ? value : readAll(value)})`
    }
    case 'in': {
      // One array, however many values: the statement stays the same, and an empty list is one too.
      const list = operation.values.length === 1 && operation.values[0] === '' ? [] : operation.values
      return `= any(${readAll(values.add(arrayConstant(list)))})`
    }
    case 'is':
      return `IS ${IS_VALUES[operation.value]}`
    case 'distinct':
      return `IS DISTINCT FROM ${read(values.add(operation.value))}`
  }
}

export function orderSql(term: OrderTerm, expression: string): string {
  const direction = term.direction === null ? '' : ` ${term.direction}`
  const nulls = term.nulls === null ? '' : ` NULLS ${term.nulls}`
  return `${expression}${direction}${nulls}`
}
