// Parses the query string into its clauses; no name is looked up here. Grammar:
// https://docs.postgrest.org/en/stable/references/api/tables_views.html and /url_grammar.html
import { LRUCache } from 'lru-cache'
import { queryError, rangeError } from './errors.ts'
import type { At, Field, Filter, Logic, OrderTerm, Query, Range, SelectItem } from './grammar.ts'
import { beginsWithOperator, parseLogic, parseOperation, parseOrder } from './parse-filter.ts'
import { jsonPath, parseSelect } from './parse-select.ts'
import { Scanner } from './scanner.ts'

const RESERVED = new Set(['select', 'columns', 'on_conflict'])
const SUFFIXED = new Set(['order', 'limit', 'offset', 'and', 'or'])

/** Maximum number of clauses. The widest table has about 30 columns, the richest page embeds 5 resources. */
const MOST = { columns: 200, resources: 20, conditions: 200, 'order terms': 20 }

/**
 * Parses a query string (without the question mark).
 * @throws RestError PGRST100 naming the parameter and the position, or PGRST103 for a negative limit
 */
export function parseQuery(queryString: string): Query {
  // The API key is read elsewhere (api/auth/authenticate.ts) and is not a filter.
  const pairs = [...new URLSearchParams(queryString)].filter(([key]) => key !== 'apikey')
  const filters: At<Filter>[] = []
  const logic: At<Logic>[] = []
  const order: At<readonly OrderTerm[]>[] = []
  const limits = new Map<string, number>()
  const offsets = new Map<string, number>()
  const params: [string, string][] = []
  let select: string | null = null
  let columns: string | null = null
  let onConflict: string | null = null
  for (const [key, value] of pairs) {
    const suffix = key.slice(key.lastIndexOf('.') + 1)
    if (key === 'select') select ??= value
    else if (key === 'columns') columns ??= value
    else if (key === 'on_conflict') onConflict ??= value
    else if (RESERVED.has(key)) continue
    else if (!SUFFIXED.has(suffix)) {
      if (key.includes('.') || beginsWithOperator(value)) filters.push(filter(key, value))
      else params.push([key, value])
    } else if (suffix === 'and' || suffix === 'or') logic.push(tree(key, suffix, value))
    else if (suffix === 'order')
      order.push({ path: treePath(key).path.slice(0, -1), value: parseOrder(value) })
    else setRange(suffix === 'limit' ? limits : offsets, key, value)
  }
  // An empty select means every column, as if it were absent.
  const items = selected(select || '*')
  refuseExcess({
    ...partsOf(items),
    conditions: filters.length + logic.reduce((sum, { value }) => sum + conditionsOf(value), 0),
    'order terms': order.reduce((sum, { value }) => sum + value.length, 0),
  })
  return {
    select: items,
    filters,
    logic,
    order,
    ranges: ranges(limits, offsets),
    columns: columns === null ? null : names('columns', columns),
    onConflict: onConflict === null ? null : names('on_conflict', onConflict),
    params,
    canonical: canonical(pairs),
  }
}

/** Requests differ in their filters; what they select is one of a few texts. */
const selects = new LRUCache<string, readonly SelectItem[]>({ max: 500 })
const MOST_KEPT_LETTERS = 2_048

function selected(text: string): readonly SelectItem[] {
  const kept = selects.get(text)
  if (kept) return kept
  const items = parseSelect(text)
  if (text.length <= MOST_KEPT_LETTERS) selects.set(text, items)
  return items
}

function partsOf(items: readonly SelectItem[]): { columns: number; resources: number } {
  const parts = { columns: 0, resources: 0 }
  for (const item of items) {
    if (item.kind === 'field') parts.columns += 1
    else {
      const below = partsOf(item.select)
      parts.columns += below.columns
      parts.resources += below.resources + 1
    }
  }
  return parts
}

function conditionsOf(logic: Logic): number {
  return logic.kind === 'filter' ? 1 : logic.members.reduce((sum, member) => sum + conditionsOf(member), 0)
}

function refuseExcess(parts: Record<keyof typeof MOST, number>): void {
  for (const [name, most] of Object.entries(MOST)) {
    const count = parts[name as keyof typeof MOST]
    if (count <= most) continue
    throw queryError(`A request has at most ${most} ${name}`, `${count} ${name} were given`)
  }
}

function filter(key: string, value: string): At<Filter> {
  const { path, json } = treePath(key)
  const name = path.at(-1) ?? ''
  const field: Field = { name, path: json }
  return { path: path.slice(0, -1), value: { kind: 'filter', field, ...parseOperation(value) } }
}

function tree(key: string, operator: 'and' | 'or', value: string): At<Logic> {
  const { path } = treePath(key)
  const words = path.slice(0, -1)
  const not = words.includes('not')
  return { path: words.filter((word) => word !== 'not'), value: parseLogic(operator, not, value) }
}

/** `author.profile.name->>first`: names joined by dots, the last of which may have a JSON path. */
function treePath(key: string): { path: string[]; json: Field['path'] } {
  return Scanner.run(`failed to parse tree path (${key})`, key, (scanner) => {
    const path: string[] = []
    do path.push(scanner.name())
    while (scanner.takes('.'))
    return { path, json: jsonPath(scanner) }
  })
}

function names(parameter: string, text: string): string[] {
  return Scanner.run(`failed to parse ${parameter} parameter (${text})`, text, (scanner) => {
    const found: string[] = []
    do found.push(scanner.name())
    while (scanner.token(','))
    return [...new Set(found)]
  })
}

function setRange(into: Map<string, number>, key: string, value: string): void {
  const path = treePath(key).path.slice(0, -1).join('.')
  // As upstream, a value that is not an integer is ignored.
  if (/^-?\d{1,15}$/.test(value) && !into.has(path)) into.set(path, Number(value))
}

function ranges(limits: Map<string, number>, offsets: Map<string, number>): Map<string, Range> {
  const found = new Map<string, Range>()
  for (const path of new Set([...limits.keys(), ...offsets.keys()])) {
    const limit = limits.get(path) ?? null
    if (limit !== null && limit < 0) throw rangeError('Limit should be greater than or equal to zero.')
    found.set(path, { limit, offset: Math.max(0, offsets.get(path) ?? 0) })
  }
  return found
}

function canonical(pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return ''
  const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
}

/** encodeURIComponent throws on lone surrogates. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
