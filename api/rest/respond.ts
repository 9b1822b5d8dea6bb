// Builds the response from the statement's one row: status, headers, and the body that PostgreSQL produced.
import { gucHeadersError, gucStatusError, type RestError, rangeError } from './errors.ts'
import type { Range } from './grammar.ts'
import type { Media } from './media.ts'
import { appliedPreferences, type Preferences } from './preferences.ts'
import type { Answer } from './sql.ts'
import { isStatus } from './sqlstate.ts'

/** Inputs of the response headers that are known before the statement runs. */
export type Frame = {
  media: Media
  preferences: Preferences
  /** Content-Profile, when a header chose the schema. */
  profile: string | null
  head: boolean
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Response to GET and HEAD of a relation, and to calls. */
export function rowsResponse(
  frame: Frame,
  answer: Answer,
  range: Range,
  more: {
    location: string | null
    applied: readonly ('count' | 'handling' | 'max-affected')[]
    empty: boolean
  },
): Response {
  const total = answer.total === null ? null : Number(answer.total)
  const page = answer.page ?? pageOf(total ?? 0, range)
  const { offset } = range
  if (total !== null && offset > total) {
    const error = rangeError(`An offset of ${offset} was requested, but there are only ${total} rows.`)
    return errorResponse(error, { 'content-range': contentRange(offset, page, total) }, frame.head)
  }
  const headers: Record<string, string> = { 'content-range': contentRange(offset, page, total) }
  if (more.location !== null) headers['content-location'] = more.location
  applied(headers, frame.preferences, more.applied)
  if (more.empty) return finish(204, headers, answer, null)
  contentType(headers, frame)
  const body = frame.head ? null : bodyOf(frame, answer)
  return finish(total !== null && page < total ? 206 : 200, headers, answer, body)
}

/** Bytes arrive in hexadecimal; everything else is sent as PostgreSQL produced it. */
function bodyOf({ media }: Frame, { body }: Answer): Buffer<ArrayBuffer> {
  return media.bytes ? Buffer.from(body.toString('latin1'), 'hex') : body
}

/** Number of rows on a page of which only the total is known. */
function pageOf(total: number, { offset, limit }: Range): number {
  const left = Math.max(0, total - offset)
  return limit === null ? left : Math.min(limit, left)
}

/** `0-24/3573`, `0-24/*`, or `*` and the total for an empty range. */
function contentRange(lower: number, count: number, total: number | null): string {
  const range = count > 0 && total !== 0 ? `${lower}-${lower + count - 1}` : '*'
  return `${range}/${total ?? '*'}`
}

export type Written = {
  verb: 'insert' | 'update' | 'delete' | 'put'
  relation: string
  /** Key columns that Location names. */
  location: readonly string[]
  /** Whether duplicate resolution could apply. */
  resolves: boolean
  /** Whether existing rows are merged: 201 only if one was inserted. */
  merges: boolean
}

/** Response to POST, PATCH, DELETE and PUT of a relation. */
export function writeResponse(frame: Frame, answer: Answer, written: Written): Response {
  const { preferences } = frame
  const page = answer.page ?? 0
  const counted = preferences.count === 'exact' || preferences.count === 'estimated' ? page : null
  const headers: Record<string, string> = {}
  const { verb } = written
  if (verb === 'insert' || verb === 'delete') headers['content-range'] = `*/${counted ?? '*'}`
  if (verb === 'update') headers['content-range'] = contentRange(0, page, counted)
  const key = verb === 'insert' ? locationOf(written, answer.location) : null
  if (key !== null) headers.location = key
  applied(headers, preferences, [
    ...(verb === 'insert' && written.resolves ? (['resolution'] as const) : []),
    ...(verb === 'insert' || verb === 'update' ? (['missing'] as const) : []),
    ...(['return', 'count', 'handling'] as const),
    ...(verb === 'update' || verb === 'delete' ? (['max-affected'] as const) : []),
  ])
  const full = preferences.return === 'representation'
  if (full) contentType(headers, frame)
  // A response known to be empty needs no chunked encoding.
  else if (verb === 'insert') headers['content-length'] = '0'
  return finish(writeStatus(written, answer, full), headers, answer, full ? bodyOf(frame, answer) : null)
}

function writeStatus({ verb, merges }: Written, answer: Answer, full: boolean): number {
  const made = Number(answer.inserted ?? 0) > 0
  if (verb === 'insert') return merges && !made ? 200 : 201
  if (verb === 'put') return full ? (made ? 201 : 200) : 204
  return full ? 200 : 204
}

function locationOf({ relation, location }: Written, values: string | null | undefined): string | null {
  if (values == null) return null
  const parts = (JSON.parse(values) as (string | null)[]).map((value, index) => {
    const filter = value === null ? 'is.null' : `eq.${value}`
    return `${encodeURIComponent(location[index] ?? '')}=${encodeURIComponent(filter)}`
  })
  return `/${encodeURIComponent(relation)}?${parts.join('&')}`
}

function applied(
  headers: Record<string, string>,
  preferences: Preferences,
  names: Parameters<typeof appliedPreferences>[1],
): void {
  const value = appliedPreferences(preferences, names)
  if (value !== null) headers['preference-applied'] = value
}

function contentType(headers: Record<string, string>, frame: Frame): void {
  headers['content-type'] = frame.media.contentType
  if (frame.profile !== null) headers['content-profile'] = frame.profile
}

/** Applies status and headers set by database functions, then builds the response. */
function finish(
  status: number,
  headers: Record<string, string>,
  answer: Answer,
  body: string | Buffer<ArrayBuffer> | null,
): Response {
  let final = status
  let all: Headers | Record<string, string> = headers
  if (answer.response_status != null) {
    final = Number(answer.response_status)
    if (!isStatus(final)) throw gucStatusError()
  }
  if (answer.response_headers != null) all = withGucHeaders(headers, answer.response_headers)
  const bodiless = final === 204 || final === 205 || final === 304
  return new Response(bodiless ? null : body, { status: final, headers: all })
}

function withGucHeaders(headers: Record<string, string>, text: string): Headers {
  const all = new Headers(headers)
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) throw gucHeadersError()
    const given = list.map((item: unknown) => {
      const [entry, ...rest] = typeof item === 'object' && item !== null ? Object.entries(item) : []
      if (!entry || rest.length > 0 || typeof entry[1] !== 'string') throw gucHeadersError()
      return entry as [string, string]
    })
    for (const [name] of given) all.delete(name)
    for (const [name, value] of given) all.append(name, value)
  } catch {
    throw gucHeadersError()
  }
  return all
}

export function errorResponse(
  error: RestError,
  headers: Record<string, string> = {},
  head = false,
): Response {
  return new Response(head ? null : JSON.stringify(error.body), {
    status: error.status,
    headers: {
      'content-type': JSON_TYPE,
      'proxy-status': `PostgREST; error=${error.body.code}`,
      ...headers,
      ...error.headers,
    },
  })
}
