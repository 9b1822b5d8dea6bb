// Filters of postgres_changes: parsed on joining, evaluated by PostgreSQL on the row as the subscriber may read it,
// so that comparisons of dates, numbers and text are PostgreSQL's.
import { quoted } from '../rest/sql-text.ts'

type Operator = 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte' | 'in' | 'like' | 'ilike' | 'is' | 'isdistinct'

export type Condition = { column: string; operator: Operator; negated: boolean; values: string[] }

/** An invalid filter; the message is sent to the subscriber. */
export class FilterError extends Error {}

const OPERATORS = new Set<string>([
  ...['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'isdistinct'],
])
const COMPARISON: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  isdistinct: 'is distinct from',
}
const IS_WORDS = new Set(['null', 'true', 'false', 'unknown'])
/** Upstream's limit. */
const IN_VALUES = 100
const CONDITIONS = 10

/**
 * Parses `column=op.value`, several joined by commas (all must hold), with values quoted as in PostgREST.
 * @throws FilterError
 */
export function parseFilter(text: string): Condition[] {
  const conditions: Condition[] = []
  let rest = text
  while (rest !== '') {
    const head = /^([A-Za-z_][\w$]*)=(not\.)?([a-z]+)\./.exec(rest)
    const [whole = '', column = '', not, operator = ''] = head ?? []
    if (!head || !OPERATORS.has(operator)) {
      throw new FilterError(`Error parsing \`filter\` params: ${JSON.stringify(rest.slice(0, 100))}`)
    }
    const { values, left } = readValue(rest.slice(whole.length), operator === 'in')
    if (operator === 'in' && values.length > IN_VALUES) {
      throw new FilterError(`too many values for \`in\` filter. Maximum ${IN_VALUES}`)
    }
    if (operator === 'is' && !IS_WORDS.has(values[0] ?? '')) {
      throw new FilterError('`is` takes null, true, false or unknown')
    }
    conditions.push({ column, operator: operator as Operator, negated: not !== undefined, values })
    if (conditions.length > CONDITIONS) throw new FilterError(`more than ${CONDITIONS} conditions`)
    if (left === '') break
    if (!left.startsWith(',') || left === ',') {
      throw new FilterError(`Error parsing \`filter\` params: ${JSON.stringify(left.slice(0, 100))}`)
    }
    rest = left.slice(1)
  }
  return conditions
}

/**
 * The condition as SQL over `t`, with its values appended to `values`.
 * @param type the column's type as PostgreSQL spells it
 */
export function conditionSql(condition: Condition, type: string, values: unknown[]): string {
  const { operator, negated } = condition
  const column = `t.${quoted(condition.column)}`
  const parameter = (value: string) => `$${values.push(value)}::text`
  let sql: string
  if (operator === 'in') {
    const list = parameter(JSON.stringify(condition.values))
    sql = `${column} = any(array(select x::${type} from jsonb_array_elements_text((${list})::jsonb) x))`
  } else if (operator === 'is') {
    // One of four keywords, validated when parsed.
    sql = `${column} is ${condition.values[0]}`
  } else {
    const value = parameter(condition.values[0] ?? '')
    const comparison = COMPARISON[operator]
    sql = comparison
      ? `${column} ${comparison} (${value})::${type}`
      : `${column}::text ${operator} (${value})`
  }
  return negated ? `not (${sql})` : `(${sql})`
}

function readValue(text: string, list: boolean): { values: string[]; left: string } {
  if (!list) {
    const { value, left } = readOne(text, ',')
    return { values: [value], left }
  }
  if (!text.startsWith('(')) throw new FilterError('`in` takes a list in parentheses')
  const values: string[] = []
  let rest = text.slice(1)
  for (;;) {
    const { value, left } = readOne(rest, ',)')
    values.push(value)
    if (left.startsWith(')')) return { values, left: left.slice(1) }
    if (!left.startsWith(',')) throw new FilterError('the list of `in` has no end')
    rest = left.slice(1)
  }
}

function readOne(text: string, stops: string): { value: string; left: string } {
  if (text.startsWith('"')) {
    const quoted = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(text)
    if (!quoted) throw new FilterError('a quoted value has no end')
    return { value: (quoted[1] ?? '').replace(/\\([\s\S])/g, '$1'), left: text.slice(quoted[0].length) }
  }
  let end = 0
  while (end < text.length && !stops.includes(text[end] ?? '')) end += 1
  return { value: text.slice(0, end), left: text.slice(end) }
}
