// Parses a request's method, target and headers, before any lookup.
import { pathError, rangeError, schemaError } from './errors.ts'
import type { Range } from './grammar.ts'
import { type Preferences, readPreferences } from './preferences.ts'
import type { RestSettings } from './settings.ts'

const REST_BASE = '/rest/v1'
const REVERSED = 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'

export type Target = { kind: 'root' } | { kind: 'relation'; name: string } | { kind: 'routine'; name: string }

export type RestRequest = {
  method: string
  /** As PostgREST sees it: without the base. */
  path: string
  query: string
  target: Target
  schema: string
  /** The schema was selected by a header, so the response names it. */
  byProfile: boolean
  accept: string | null
  contentType: string | null
  preferences: Preferences
  /** From the Range header; null if absent or not applicable. */
  range: Range | null
  settings: RestSettings
}

export function splitAddress(address: string): { path: string; query: string } {
  // Finds the path after the host without constructing a URL object.
  const start = address.indexOf('/', address.indexOf('//') + 2)
  const hash = address.indexOf('#', start)
  const end = hash < 0 ? address.length : hash
  const mark = address.indexOf('?', start)
  const pathEnd = mark < 0 || mark > end ? end : mark
  const path = start < 0 ? '/' : address.slice(start, pathEnd)
  const bare = path.startsWith(REST_BASE) ? path.slice(REST_BASE.length) || '/' : path
  return { path: bare, query: pathEnd === end ? '' : address.slice(mark + 1, end) }
}

/**
 * Parses a request's URL and headers.
 * @param timezones names that PostgreSQL knows; needed only if a timezone is preferred
 * @throws RestError PGRST103, 106, 125
 */
export function readRequest(
  request: Request,
  address: { path: string; query: string },
  settings: RestSettings,
  timezones: ReadonlySet<string> = new Set(),
): RestRequest {
  const { schemas } = settings
  const { method, headers } = request
  const reading = method === 'GET' || method === 'HEAD'
  const profile = headers.get(reading ? 'accept-profile' : 'content-profile')
  if (profile !== null && !schemas.includes(profile)) throw schemaError(profile, schemas)
  return {
    method,
    path: address.path,
    query: address.query,
    target: targetOf(address.path),
    schema: profile ?? schemas[0] ?? 'public',
    // With several schemas, the default counts as selected too.
    byProfile: profile !== null || schemas.length > 1,
    accept: headers.get('accept'),
    contentType: headers.get('content-type'),
    preferences: readPreferences(headers.get('prefer'), {
      tx: settings.transactionEnd.endsWith('allow-override'),
      timezones,
    }),
    // RFC 9110: Range is defined for GET only.
    range: method === 'GET' ? readRange(headers.get('range')) : null,
    settings,
  }
}

function targetOf(path: string): Target {
  const [first, second, ...more] = path.split('/').slice(1).map(decode)
  if (first === undefined || (first === '' && second === undefined)) return { kind: 'root' }
  if (first === 'rpc' && second !== undefined && second !== '' && more.length === 0) {
    return { kind: 'routine', name: second }
  }
  if (second === undefined) return { kind: 'relation', name: first }
  throw pathError()
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw pathError()
  }
}

function readRange(header: string | null): Range | null {
  const [, lower, upper] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (lower === undefined) return null
  const offset = Number(lower)
  if (!upper) return { offset, limit: null }
  if (Number(upper) < offset) throw rangeError(REVERSED)
  return { offset, limit: Number(upper) - offset + 1 }
}

/** The intersection of the query's range and the header's. @throws RestError PGRST103 when it is empty */
export function intersect(query: Range | undefined, header: Range | null): Range {
  if (!header) return query ?? { offset: 0, limit: null }
  if (!query) return header
  const end = (range: Range) => (range.limit === null ? Number.POSITIVE_INFINITY : range.offset + range.limit)
  const offset = Math.max(query.offset, header.offset)
  const limit = Math.min(end(query), end(header)) - offset
  if (query.limit === 0) return { offset, limit: 0 }
  if (limit <= 0) throw rangeError(REVERSED)
  return { offset, limit: Number.isFinite(limit) ? limit : null }
}
