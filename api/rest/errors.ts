// All errors that the gateway itself raises: PostgREST's codes, statuses and messages, in one closed list. Source of
// codes: https://docs.postgrest.org/en/stable/references/errors.html

import type { Relation } from './catalog.ts'

export type ErrorBody = {
  code: string
  details: unknown
  hint: string | null
  message: string
}

export class RestError extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Record<string, string>
  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.body = { code, details: more.details ?? null, hint: more.hint ?? null, message }
    this.headers = more.headers ?? {}
  }
}

export const queryError = (message: string, details: string) =>
  new RestError(400, 'PGRST100', message, { details })

export const rpcMethodError = (method: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)

export const bodyError = (message: string) => new RestError(400, 'PGRST102', message)

export const contentTypeError = (type: string) => bodyError(`Content-Type not acceptable: ${type}`)

export const rangeError = (details: string) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details })

export const putFiltersError = () =>
  new RestError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators")

export const schemaError = (schema: string, exposed: readonly string[]) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })

export const mediaTypeError = (accepted: readonly string[]) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${accepted.join(', ')}`)

export const notEmbedded = (name: string) =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })

export const gucHeadersError = () =>
  new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )

export const gucStatusError = () =>
  new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')

export const putLimitError = () =>
  new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')

export const putKeyError = () =>
  new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')

export const singularError = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })

export const methodError = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)

export const relatedOrderError = (origin: string, target: string) =>
  new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })

export const embedFilterError = (target: string) =>
  new RestError(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })

export const preferenceError = (invalid: readonly string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${invalid.join(', ')}`,
  })

export const aggregateError = () =>
  new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')

export const maxAffectedError = (rows: number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })

export const pathError = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL')

export const rootError = () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')

export const spreadAggregateError = () =>
  new RestError(400, 'PGRST127', 'Feature not implemented', {
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  })

export const maxAffectedCallError = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )

export const columnError = (table: string, column: string) =>
  new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`)

export const tableError = (schema: string, table: string, near: string | null) =>
  new RestError(404, 'PGRST205', `Could not find the table '${schema}.${table}' in the schema cache`, {
    hint: near === null ? null : `Perhaps you meant the table '${schema}.${near}'`,
  })

/** Not in PostgREST, which leaves the body's size to the proxy in front of it. */
export const bodyTooLarge = (limit: number) =>
  new RestError(413, 'PT413', `Request body larger than ${limit} bytes`)

/** Not in PostgREST. The same error as auth.refuse_answer() raises. */
export const answerError = (most: number) =>
  new RestError(400, 'PT400', 'The answer is too large', {
    details: `An answer holds at most ${most} bytes.`,
    hint: 'Ask for fewer rows (limit, or a Range header), fewer columns or fewer embedded resources.',
  })

/** Not in PostgREST: memory holds as many responses as it can that their clients have not read yet. */
export const busyError = () =>
  new RestError(503, 'PT503', 'Too many large answers are being read', {
    hint: 'Try again in a moment, or ask for fewer rows.',
    headers: { 'retry-after': '1' },
  })

const UNINDEXED = {
  search: (column: string) => `No index searches the column '${column}'.`,
  filter: (column: string) =>
    `No index begins with the column '${column}', and no other filter leaves few rows.`,
  order: (column: string) => `No index begins with '${column}', and no filter leaves few rows.`,
}

/** Not in PostgREST: guests may not cause a scan of a whole large table of members' rows. */
export const unindexedError = (
  { name, indexes = [] }: Relation,
  what: keyof typeof UNINDEXED,
  column: string,
) => {
  const words = { search: 'searched', filter: 'filtered', order: 'ordered' }
  const wanted = indexes.filter(({ searches }) => what !== 'search' || searches)
  const keys = wanted.flatMap((index) => (index.searches ? index.keys : index.keys.slice(0, 1)))
  const known = [...new Set(keys.filter((key) => key !== null))].toSorted()
  return new RestError(400, 'PT400', `Guests cannot have '${name}' ${words[what]} by '${column}'`, {
    details: UNINDEXED[what](column),
    hint: known.length > 0 ? `Sign in, or use a column with an index: ${known.join(', ')}.` : 'Sign in.',
  })
}

/** The message of pg-safeupdate, which hosted Supabase loads: a write without any filter is a mistake. */
export const unfilteredError = (verb: 'UPDATE' | 'DELETE') =>
  new RestError(400, '21000', `${verb} requires a WHERE clause`)

/** Minimum similarity of a suggested table or function (1: equal), upstream's since version 14.6. */
const LEAST_LIKENESS = 0.75
/** Upstream's: a larger schema has no suggestions. */
const MOST_CANDIDATES = 500
/** PostgreSQL's maximum length of a name, in characters of one byte. */
const LONGEST_NAME = 63

/**
 * The name closest to a mistyped `name` of a table or function; null when none is close. Only a near miss is answered,
 * so that names cannot be found by guessing.
 */
export function closestName(name: string, candidates: readonly string[]): string | null {
  if (name.length * LEAST_LIKENESS > LONGEST_NAME || candidates.length > MOST_CANDIDATES) return null
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const longest = Math.max(name.length, candidate.length)
    const share =
      distance(name.toLowerCase(), candidate.toLowerCase(), longest * (1 - LEAST_LIKENESS)) / longest
    if (share < least) {
      best = candidate
      least = share
    }
  }
  return best
}

/** The number of letters to insert, delete or replace (Levenshtein); infinite above `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    if (Math.min(...current) > most) return Number.POSITIVE_INFINITY
    previous = current
  }
  const result = previous[b.length] ?? 0
  return result > most ? Number.POSITIVE_INFINITY : result
}

/** Minimum similarity (1: equal) of a suggested relationship or list of arguments. */
const LEAST_SIMILARITY = 0.5

/** The candidate closest to a mistyped `name`, for the hint of an error; null when none is close. */
export function closestMatch(name: string, candidates: readonly string[]): string | null {
  // Bounds the work, because a requested name may have any length.
  if (name.length > 100) return null
  let best: string | null = null
  let most = LEAST_SIMILARITY
  for (const candidate of candidates) {
    const alike = similarity(name.toLowerCase(), candidate.toLowerCase())
    if (alike > most) {
      best = candidate
      most = alike
    }
  }
  return best
}

/** Dice coefficient of the names' bigrams. */
function similarity(a: string, b: string): number {
  const pairs = (word: string) => {
    const padded = ` ${word} `
    return new Set(Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2)))
  }
  const left = pairs(a)
  const right = pairs(b)
  const common = [...left].filter((pair) => right.has(pair)).length
  return (2 * common) / (left.size + right.size)
}

/** A sanitizer's refusal of a value. The code is that of the schema's own refusals, whose message is for users. */
export const valueError = (message: string) => new RestError(400, 'PT400', message)
