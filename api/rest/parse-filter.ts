// Filters, and/or trees and order: `eq.1`, `not.in.(1,2)`, `or=(a.eq.1,and(b.gt.2,c.is.null))`, `name.desc`.

import { trimEnd } from '../../shared/trim.ts'
import { queryError, RestError } from './errors.ts'
import {
  BINARY,
  type FilterOperation,
  FULL_TEXT,
  type IS_VALUES,
  type Logic,
  type OrderTerm,
  QUANTIFIABLE,
} from './grammar.ts'
import { column } from './parse-select.ts'
import { Scanner } from './scanner.ts'

/** Maximum depth of `and(or(and(…`: beyond any legitimate query, and far below the stack's limit. */
const MAX_LOGIC_DEPTH = 20

/** Longest pattern or search, in UTF-16 units: PostgreSQL compares a pattern with every row and backtracks in it. */
const MAX_PATTERN_LENGTH = 1_000
const PATTERN_OPERATORS = new Set<string>([
  QUANTIFIABLE.like,
  QUANTIFIABLE.ilike,
  QUANTIFIABLE.match,
  QUANTIFIABLE.imatch,
])

const OPERATOR_EXPECTED = '"not" or operator (eq, gt, ...)'
const OPERATOR = /[^.(]+/y
const LANGUAGE = /\(([\p{L}\p{Nd}_ $]+)\)/uy
const QUANTIFIER = /\((any|all)\)/y
const IS_WORD = /not_null|null|unknown|true|false/iy
const LIST_ELEMENT = /[^,)]*/y
const LOGIC_ARRAY = /\{[^{}]*\}/y

const own = <T extends object>(table: T, key: string): T[keyof T] | undefined =>
  Object.hasOwn(table, key) ? table[key as keyof T] : undefined

/** Whether a parameter's value starts like a filter; otherwise it is an argument of a function. */
export function beginsWithOperator(value: string): boolean {
  const word = /^[^.(]*/.exec(value)?.[0] ?? ''
  const next = value[word.length]
  if (next === undefined) return false
  if (next === '(') return own(FULL_TEXT, word) !== undefined || /^\w+\((?:any|all)\)\./.test(value)
  return (
    ['not', 'is', 'in', 'isdistinct'].includes(word) ||
    own(BINARY, word) !== undefined ||
    own(QUANTIFIABLE, word) !== undefined ||
    own(FULL_TEXT, word) !== undefined
  )
}

/** Parses the value of a filter parameter: `not.eq.5`. @throws RestError PGRST100 */
export function parseOperation(text: string): { not: boolean; operation: FilterOperation } {
  return Scanner.run(`failed to parse filter (${text})`, text, (scanner) =>
    expression(scanner, () => {
      const rest = text.slice(scanner.at)
      scanner.at = text.length
      return rest
    }),
  )
}

function expression(scanner: Scanner, value: () => string): { not: boolean; operation: FilterOperation } {
  const not = scanner.takes('not.')
  return { not, operation: operation(scanner, value) }
}

function operation(scanner: Scanner, value: () => string): FilterOperation {
  const start = scanner.at
  const word = scanner.match(OPERATOR)
  if (word === null) scanner.fail(OPERATOR_EXPECTED)
  if (word === 'in') {
    scanner.expect('.', 'delimiter (.)')
    return { kind: 'in', values: list(scanner) }
  }
  if (word === 'is') {
    scanner.expect('.', 'delimiter (.)')
    const found = scanner.match(IS_WORD)?.toLowerCase()
    if (found === undefined) scanner.fail('isVal: (null, not_null, true, false, unknown)')
    return { kind: 'is', value: found as keyof typeof IS_VALUES }
  }
  if (word === 'isdistinct') {
    scanner.expect('.', 'delimiter (.)')
    return { kind: 'distinct', value: value() }
  }
  const fullText = own(FULL_TEXT, word)
  if (fullText !== undefined) {
    const language = scanner.match(LANGUAGE)?.slice(1, -1).trim() ?? null
    scanner.expect('.', 'delimiter (.)')
    const words = value()
    // Brackets and operators are read by recursion.
    if (words.length > MAX_PATTERN_LENGTH) {
      throw queryError(
        `A search has at most ${MAX_PATTERN_LENGTH} characters`,
        'fts, plfts, phfts and wfts read it whole',
      )
    }
    return { kind: 'fullText', function: fullText, language, value: words }
  }
  const binary = own(BINARY, word)
  if (binary !== undefined) {
    scanner.expect('.', 'delimiter (.)')
    return { kind: 'binary', operator: binary, value: value() }
  }
  const quantifiable = own(QUANTIFIABLE, word)
  if (quantifiable !== undefined) {
    const quantifier = scanner.match(QUANTIFIER)
    scanner.expect('.', 'delimiter (.)')
    const given = value()
    if (PATTERN_OPERATORS.has(quantifiable)) refuseLongPattern(given, quantifier === null)
    if (quantifiable === 'like' || quantifiable === 'ilike') {
      refuseLoneEscape(quantifier === null ? [given] : arrayElements(given))
    }
    return {
      kind: 'quantifiable',
      operator: quantifiable,
      quantifier: quantifier === null ? null : quantifier === '(any)' ? 'any' : 'all',
      value: given,
    }
  }
  if (scanner.done) {
    scanner.at = start
    scanner.fail(OPERATOR_EXPECTED)
  }
  scanner.takes('.')
  return scanner.refuse(`unknown single value operator ${word}`)
}

function refuseLongPattern(given: string, isOne: boolean): void {
  const patterns = isOne ? [given] : arrayElements(given)
  if (patterns.every((pattern) => pattern.length <= MAX_PATTERN_LENGTH)) return
  throw queryError(
    `A pattern has at most ${MAX_PATTERN_LENGTH} characters`,
    'like, ilike, match and imatch compare it with every row',
  )
}

/**
 * PostgreSQL reports a lone escape only if a row has matched up to it, which would let a caller probe rows that they
 * may not read. It is therefore reported for every such pattern, with PostgreSQL's message.
 */
function refuseLoneEscape(patterns: readonly string[]): void {
  const lone = patterns.some((pattern) => (pattern.length - trimEnd(pattern, '\\').length) % 2 === 1)
  if (lone) throw new RestError(400, '22025', 'LIKE pattern must not end with escape character')
}

/** The elements of an array constant; none for malformed ones, which PostgreSQL reports. */
function arrayElements(text: string): string[] {
  const elements: string[] = []
  let element = ''
  /** Length of the element up to its last character that is no blank, or is quoted or escaped. */
  let length = 0
  let isQuoted = false
  // Bounds of its dimensions may come before the array itself.
  const start = text.indexOf('{')
  if (start < 0) return elements
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '{' || character === ',' || character === '}')) {
      if (character !== '{') elements.push(element.slice(0, length))
      element = ''
      length = 0
    } else {
      const isEscaped = character === '\\' && at + 1 < text.length
      if (isEscaped) at += 1
      const isBlank = !isQuoted && !isEscaped && character.trim() === ''
      if (isBlank && element === '') continue
      element += isEscaped ? text[at] : character
      if (!isBlank) length = element.length
    }
  }
  return elements
}

/** `(1,"two, quoted",3)`. A quote counts only if it closes just before a comma or the bracket. */
function list(scanner: Scanner): string[] {
  const values: string[] = []
  scanner.spaces()
  scanner.expect('(')
  scanner.spaces()
  do values.push(element(scanner))
  while (scanner.takes(','))
  scanner.expect(')')
  scanner.spaces()
  return values
}

function element(scanner: Scanner): string {
  const quoted = scanner.attempt(() => {
    const value = scanner.quoted()
    if (!scanner.done && !scanner.looksAt(',') && !scanner.looksAt(')')) scanner.fail('"," or ")"')
    return value
  })
  return quoted ?? scanner.match(LIST_ELEMENT) ?? ''
}

/**
 * Parses an `and`/`or` parameter.
 * @param operator the parameter's name
 * @throws RestError PGRST100
 */
export function parseLogic(operator: 'and' | 'or', not: boolean, text: string): Logic {
  // Positions include the parameter's name, as within a nested tree.
  const prefix = `${not ? 'not.' : ''}${operator}`
  const read = (scanner: Scanner): Logic => {
    scanner.at = prefix.length
    return { kind: 'group', not, operator: operator === 'and' ? 'AND' : 'OR', members: members(scanner, 1) }
  }
  return Scanner.run(`failed to parse logic tree (${text})`, `${prefix}${text}`, read, { trailing: true })
}

function members(scanner: Scanner, depth: number): Logic[] {
  if (depth > MAX_LOGIC_DEPTH)
    scanner.refuse(`conditions may be nested at most ${MAX_LOGIC_DEPTH} levels deep`)
  const found: Logic[] = []
  if (!scanner.token('(')) scanner.fail('"("')
  do found.push(logic(scanner, depth))
  while (scanner.token(','))
  if (!scanner.token(')')) scanner.fail('")" or ","')
  return found
}

function logic(scanner: Scanner, depth: number): Logic {
  const group = scanner.attempt(() => {
    const not = scanner.takes('not.')
    const operator = scanner.takes('and') ? 'AND' : scanner.takes('or') ? 'OR' : null
    if (operator === null) scanner.giveUp()
    scanner.spaces()
    if (!scanner.looksAt('(')) scanner.fail('"("')
    return { not, operator } as const
  })
  if (group) return { kind: 'group', ...group, members: members(scanner, depth + 1) }
  const field = scanner.attempt(() => column(scanner)) ?? neither(scanner)
  scanner.spaces()
  scanner.expect('.', 'delimiter (.)')
  return { kind: 'filter', field, ...expression(scanner, () => logicValue(scanner)) }
}

/** Reports what would have been valid here besides a column. */
function neither(scanner: Scanner): never {
  scanner.spaces()
  scanner.attempt(() => scanner.fail('negation operator (not)'))
  scanner.fail('logic operator (and, or)')
}

function logicValue(scanner: Scanner): string {
  const array = scanner.attempt(() => {
    const value = scanner.match(LOGIC_ARRAY)
    if (value === null) scanner.fail('"{"')
    if (!scanner.done && !scanner.looksAt(',') && !scanner.looksAt(')')) scanner.fail('"," or ")"')
    return value
  })
  return array ?? element(scanner)
}

/** Parses an `order` parameter. @throws RestError PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  return Scanner.run(`failed to parse order (${text})`, text, (scanner) => {
    const terms: OrderTerm[] = []
    do terms.push(orderTerm(scanner))
    while (scanner.token(','))
    return terms
  })
}

function orderTerm(scanner: Scanner): OrderTerm {
  const related = scanner.attempt(() => {
    scanner.spaces()
    const relation = scanner.name()
    scanner.expect('(')
    const field = column(scanner)
    scanner.expect(')')
    return { relation, field }
  })
  const { relation, field } = related ?? { relation: null, field: column(scanner) }
  const direction = scanner.takes('.asc') ? 'ASC' : scanner.takes('.desc') ? 'DESC' : null
  const nulls = scanner.takes('.nullsfirst') ? 'FIRST' : scanner.takes('.nullslast') ? 'LAST' : null
  scanner.spaces()
  if (!scanner.done && !scanner.looksAt(',')) {
    if (scanner.takes('.'))
      scanner.fail(direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"')
    // Only the next term can follow the nulls option.
    scanner.failAfterEnd(nulls ? '"," or end of input' : 'delimiter (.), "," or end of input')
  }
  return { relation, field, direction, nulls }
}
