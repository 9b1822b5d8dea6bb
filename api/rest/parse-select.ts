// Parses select=…: columns with alias, cast and JSON path, and embedded resources up to a maximum depth.
import { queryError } from './errors.ts'
import type { Aggregate, Field, JsonStep, SelectItem, SelectRelation } from './grammar.ts'
import { Scanner } from './scanner.ts'

const MAX_EMBED_DEPTH = 4

const INDEX = /-?\d+(?=->|::|\.|,|\)|$)/y
const AGGREGATE = /\.(?:avg|count|max|min|sum)\(\)/y

/** Parses a `select` parameter. @throws RestError PGRST100 */
export function parseSelect(text: string): SelectItem[] {
  const read = (scanner: Scanner) => {
    const items = forest(scanner, 0)
    // As upstream: the list ends at an unmatched closing bracket, or at what follows a resource, and the rest is ignored.
    if (items.length > 0) scanner.at = text.length
    return items
  }
  return Scanner.run(`failed to parse select parameter (${text})`, text, read)
}

function forest(scanner: Scanner, depth: number): SelectItem[] {
  const items: SelectItem[] = []
  if (scanner.done || scanner.looksAt(')')) return items
  do items.push(item(scanner, depth))
  while (scanner.token(','))
  return items
}

function item(scanner: Scanner, depth: number): SelectItem {
  scanner.spaces()
  const head = scanner.attempt(() => relationHead(scanner))
  const found = head === undefined ? field(scanner) : relation(scanner, head, depth)
  scanner.spaces()
  return found
}

function relation(scanner: Scanner, head: Omit<SelectRelation, 'select'>, depth: number): SelectRelation {
  if (depth >= MAX_EMBED_DEPTH) {
    throw queryError(
      `"failed to parse select parameter (${scanner.text})" (line 1, column ${scanner.at + 1})`,
      `resources may be embedded at most ${MAX_EMBED_DEPTH} levels deep`,
    )
  }
  scanner.expect('(')
  const select = forest(scanner, depth + 1)
  scanner.expect(')')
  return { ...head, select }
}

/** `alias:name!hint!inner` or `...name!hint` up to the opening bracket, which makes it a relation. */
function relationHead(scanner: Scanner): Omit<SelectRelation, 'select'> {
  const spread = scanner.takes('...')
  const alias = spread ? undefined : scanner.attempt(() => aliasOf(scanner))
  const name = scanner.name()
  // `count()` is always the aggregate.
  if (name === 'count') scanner.fail('embedded resource')
  let hint: string | null = null
  let join: 'inner' | 'left' | null = null
  for (let count = 0; count < 2 && scanner.takes('!'); count += 1) {
    const word = scanner.name()
    if (word === 'inner' || word === 'left') join ??= word
    else hint ??= word
  }
  if (!scanner.looksAt('(')) scanner.fail('"("')
  return { kind: 'relation', name, alias: alias ?? null, hint, join, spread }
}

function aliasOf(scanner: Scanner): string {
  const name = scanner.name()
  if (scanner.looksAt('::')) scanner.fail('alias')
  scanner.expect(':')
  return name
}

function field(scanner: Scanner): SelectItem {
  const star = scanner.attempt(() => {
    scanner.expect('*')
    end(scanner)
    return {
      kind: 'field',
      field: { name: '*', path: [] },
      cast: null,
      alias: null,
      aggregate: null,
    } as const
  })
  if (star) return star
  const alias = scanner.attempt(() => aliasOf(scanner)) ?? null
  if (scanner.takes('count()')) {
    const aggregate = { function: 'count', cast: cast(scanner) } as const
    end(scanner)
    return { kind: 'field', field: { name: '*', path: [] }, cast: null, alias, aggregate }
  }
  const read = column(scanner)
  const type = cast(scanner)
  const word = scanner.match(AGGREGATE)
  const aggregate = word === null ? null : { function: word.slice(1, -2) as Aggregate, cast: cast(scanner) }
  end(scanner)
  return { kind: 'field', field: read, cast: type, alias, aggregate }
}

function cast(scanner: Scanner): string | null {
  return scanner.takes('::') ? scanner.identifier() : null
}

function end(scanner: Scanner): void {
  scanner.spaces()
  if (!scanner.done && !scanner.looksAt(',') && !scanner.looksAt(')')) scanner.fail('"," or ")"')
}

/** A column with an optional JSON path, as in select, filters and order. */
export function column(scanner: Scanner): Field {
  scanner.spaces()
  const name = scanner.name()
  return { name, path: jsonPath(scanner) }
}

/** `->key->>0`, or nothing. */
export function jsonPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = []
  for (;;) {
    const arrow = scanner.takes('->>') ? '->>' : scanner.takes('->') ? '->' : null
    if (arrow === null) return steps
    const digits = scanner.match(INDEX)
    const index = Number(digits)
    if (digits !== null && Math.abs(index) <= 2_147_483_647) steps.push({ arrow, index })
    else if (digits !== null) scanner.refuse(`array index ${digits} is out of range`)
    else {
      expectIndex(scanner)
      steps.push({ arrow, key: scanner.jsonKey() })
    }
  }
}

/** Records that an index would have been valid here, for the error message. */
function expectIndex(scanner: Scanner): void {
  scanner.attempt(() => {
    scanner.expect('-')
    if (!/\d/.test(scanner.text[scanner.at] ?? '')) scanner.fail('digit')
    scanner.giveUp()
  })
  scanner.attempt(() => scanner.fail('digit'))
}
