// What is asked of what: method, target and headers of a request, before anything is looked up.
import { pathError, rangeError, schemaError } from './errors.ts'
import type { Range } from './grammar.ts'
import { type Preferences, readPreferences } from './preferences.ts'
import type { RestSettings } from './settings.ts'

const REST_BASE = '/rest/v1'

export type Target = { kind: 'root' } | { kind: 'relation'; name: string } | { kind: 'routine'; name: string }

export type RestRequest = {
  method: string
  /** As PostgREST sees it: without the base. */
  path: string
  query: string
  target: Target
  schema: string
  /** The schema was chosen by a header, so that the answer names it. */
  byProfile: boolean
  accept: string | null
  contentType: string | null
  preferences: Preferences
  /** Of the Range header; null when there is none that counts. */
  range: Range | null
  settings: RestSettings
}

/** Path (without base) and query string of an address. */
export function splitAddress(address: string): { path: string; query: string } {
  // Addresses are absolute here: what follows the host, found without building a URL object.
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
 * Reads a request's address and headers.
 * @param timezones names that PostgreSQL knows; needed only when a timezone is preferred
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
    // Where there are several, the first was chosen too: by naming none.
    byProfile: profile !== null || schemas.length > 1,
    accept: headers.get('accept'),
    contentType: headers.get('content-type'),
    preferences: readPreferences(headers.get('prefer'), {
      tx: settings.transactionEnd.endsWith('allow-override'),
      timezones,
    }),
    // RFC 9110: Range means something for GET alone.
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
  if (Number(upper) < offset) {
    throw rangeError(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  return { offset, limit: Number(upper) - offset + 1 }
}

/**
 * What both the query and the Range header leave.
 * @throws RestError PGRST103 when that is nothing
 */
export function intersect(query: Range | undefined, header: Range | null): Range {
  if (!header) return query ?? { offset: 0, limit: null }
  if (!query) return header
  const end = (range: Range) => (range.limit === null ? Number.POSITIVE_INFINITY : range.offset + range.limit)
  const offset = Math.max(query.offset, header.offset)
  const limit = Math.min(end(query), end(header)) - offset
  if (query.limit === 0) return { offset, limit: 0 }
  if (limit <= 0) {
    throw rangeError(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  return { offset, limit: Number.isFinite(limit) ? limit : null }
}
