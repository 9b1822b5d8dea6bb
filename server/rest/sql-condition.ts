// Conditions and order as SQL. Every value is a parameter; every operator is from the closed lists of grammar.ts.
import { type Field, type Filter, IS_VALUES, type Logic, type Operation, type OrderTerm } from './grammar.ts'
import { embedOf, isNullTest, type Level } from './plan.ts'
import { arrayConstant, qualified, quoted, type Values } from './sql-text.ts'

/** What the conditions of one statement share: its values, and how to ask whether an embedded row exists. */
export type Context = { values: Values; exists: (level: Level, name: string) => string }

/** The SQL of a column, computed column or JSON path of `level`. */
export function fieldSql(level: Level, field: Field, values: Values): string {
  const { name, path } = field
  const column = columnSql(level, name)
  if (path.length === 0) return column
  const type = level.relation?.columns.get(name)?.type
  // An index on the expression itself serves only when the column is not wrapped.
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

/** A condition as SQL. */
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
  if (filter.operation.kind !== 'fullText')
    return `${not}${left} ${comparison(filter.operation, context.values)}`
  const { operation } = filter
  const language = () => (operation.language === null ? '' : `${context.values.add(operation.language)}, `)
  const type = level.relation?.columns.get(filter.field.name)?.type
  const vector = type === undefined || (type === 'tsvector' && filter.field.path.length === 0)
  const document = vector ? left : `to_tsvector(${language()}${left})`
  return `${not}${document} @@ ${operation.function}(${language()}${context.values.add(operation.value)})`
}

function comparison(operation: Exclude<Operation, { kind: 'fullText' }>, values: Values): string {
  switch (operation.kind) {
    case 'binary':
      return `${operation.operator} ${values.add(operation.value)}`
    case 'quantifiable': {
      const { operator, quantifier } = operation
      const pattern = operator === 'like' || operator === 'ilike'
      const value = values.add(pattern ? operation.value.replaceAll('*', '%') : operation.value)
      return `${operator} ${quantifier === null ? value : `${quantifier}(${value})`}`
    }
    case 'in': {
      // One array, however many values: the statement stays the same, and an empty list is one too.
      const list = operation.values.length === 1 && operation.values[0] === '' ? [] : operation.values
      return `= any(${values.add(arrayConstant(list))})`
    }
    case 'is':
      return `IS ${IS_VALUES[operation.value]}`
    case 'distinct':
      return `IS DISTINCT FROM ${values.add(operation.value)}`
  }
}

/** One term of ORDER BY over `expression`. */
export function orderSql(term: OrderTerm, expression: string): string {
  const direction = term.direction === null ? '' : ` ${term.direction}`
  const nulls = term.nulls === null ? '' : ` NULLS ${term.nulls}`
  return `${expression}${direction}${nulls}`
}
