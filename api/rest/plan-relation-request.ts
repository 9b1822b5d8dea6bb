// Plans requests to a table or view: GET, HEAD, POST, PATCH, DELETE, PUT.
import type { Catalog, Column, Relation } from './catalog.ts'
import {
  columnError,
  maxAffectedError,
  preferenceError,
  putFiltersError,
  putKeyError,
  putLimitError,
  singularError,
  unfilteredError,
} from './errors.ts'
import type { Query } from './grammar.ts'
import { handlersFor, type Media, negotiate } from './media.ts'
import { parseOperation } from './parse-filter.ts'
import type { Payload } from './payload.ts'
import { type Bounds, type Level, planRead, restrict, rootConditions } from './plan.ts'
import type { PlannedRequest } from './planned-request.ts'
import type { Preferences } from './preferences.ts'
import { intersect, type RestRequest } from './request.ts'
import { type Frame, rowsResponse, writeResponse } from './respond.ts'
import { type TableSanitizers, uncleanRows } from './sanitizers.ts'
import { type ShownTexts, shownRows } from './shown.ts'
import {
  type Answer,
  type Counting,
  readStatement,
  type Shape,
  type SqlStatement,
  sourceStatement,
} from './sql.ts'
import { estimateSql } from './sql-read.ts'
import { Values } from './sql-text.ts'
import { deleteSql, insertSql, type Rows, returningSql, type Upsert, updateSql } from './sql-write.ts'

/** A planned request without its transaction settings. */
export type RequestPlan = Omit<PlannedRequest, 'context' | 'work'> & {
  /** Rows of the body; default 1. */
  rows?: number
}

/** GET and HEAD. */
export function planReadRequest(
  catalog: Catalog,
  relation: Relation,
  request: RestRequest,
  query: Query,
): RequestPlan {
  const { preferences, settings } = request
  const head = request.method === 'HEAD'
  const media = negotiate(request.accept, handlersFor(catalog, relation, query))
  refuseInvalid(preferences)
  refuseParams(query)
  const root = planRead(catalog, { ...rootOf(relation), source: 'relation' }, query, true, settings)
  root.range = restrict(intersect(query.ranges.get(''), request.range), settings)
  const { count } = preferences
  const estimates = count === 'planned' || count === 'estimated'
  const values = new Values()
  const frame = frameOf(request, media, head)
  const statement = readStatement(root, {
    shape: head && media.form !== 'object' ? 'none' : shapeOf(media),
    stripNulls: media.stripNulls,
    counting: countingOf(count, settings.maxRows),
  })
  return {
    readOnly: true,
    guest: { levels: [root], statement, unlimited: () => unlimitedStatement(root) },
    statement,
    check: null,
    estimate: estimates
      ? {
          statement: { text: `EXPLAIN (FORMAT JSON) ${estimateSql(root, values)}`, values: values.list },
          above: count === 'planned' ? null : settings.maxRows,
        }
      : null,
    accept: media.isAny ? request.accept : null,
    respond: (answer) => {
      if (media.form === 'object' && answer.page !== 1) throw singularError(answer.page ?? 0)
      const location = `/${encodeURIComponent(relation.name)}${query.canonical === '' ? '' : `?${query.canonical}`}`
      return rowsResponse(frame, answer, root.range, {
        location,
        applied: ['count', 'handling'],
        empty: false,
      })
    },
  }
}

/** All rows of the request, without its order and limit. */
function unlimitedStatement(root: Level): SqlStatement {
  const values = new Values()
  return { text: estimateSql(root, values), values: values.list }
}

/** A relation has no single raw value. */
const shapeOf = ({ form, handler }: Media): Shape => {
  if (handler) return { handler, scalar: false }
  return form === 'raw' || form === 'made' ? 'array' : form
}

export function countingOf(count: Preferences['count'], maxRows: number): Counting {
  if (count === 'exact') return 'exact'
  return count === 'estimated' ? { bound: maxRows + 1 } : 'none'
}

/** POST, PATCH, PUT with the rows of their body, and DELETE, which has none. */
export function planWriteRequest(
  catalog: Catalog,
  relation: Relation,
  request: RestRequest,
  query: Query,
  payload: Payload | null,
  texts: { sanitizers: TableSanitizers; shown: ShownTexts['columns'] },
): RequestPlan {
  const { preferences, method } = request
  refuseInvalid(preferences)
  refuseParams(query)
  const media = negotiate(request.accept, handlersFor(catalog, relation, query))
  const full = preferences.return === 'representation'
  const root = full ? writtenLevel(catalog, relation, query, request.settings) : null
  const verb =
    method === 'POST' ? 'insert' : method === 'PATCH' ? 'update' : method === 'PUT' ? 'put' : 'delete'
  const location = verb === 'insert' && preferences.return === 'headers-only' ? relation.primaryKey : []
  const values = new Values()
  const where = rootConditions(query)
  const write = { relation, where, values, returning: returningSql(relation, root, location) }
  const upsert = upsertOf(verb, relation, query, preferences)
  if (verb === 'put') checkPut(relation, query)
  if ((verb === 'update' || verb === 'delete') && where.length === 0) {
    throw unfilteredError(verb === 'update' ? 'UPDATE' : 'DELETE')
  }
  const rows = payload === null ? null : bodyRows(relation, request, payload, verb)
  const unclean = payload === null ? null : uncleanRows(relation, payload, texts.sanitizers)
  const shown = payload === null ? null : shownRows(relation, payload, texts.shown)
  const source =
    rows === null
      ? deleteSql(write)
      : verb === 'update'
        ? updateSql(write, rows)
        : insertSql(verb === 'put' ? write : { ...write, where: [] }, rows, upsert)
  const merges = upsert?.resolution === 'merge'
  const statement = sourceStatement(source, root, values, {
    shape: full ? shapeOf(media) : 'none',
    stripNulls: media.stripNulls,
    counting: 'none',
    location,
    inserted: merges,
    materialized: false,
  })
  const frame = frameOf(request, media, false)
  const resolves = relation.primaryKey.length > 0 || query.onConflict !== null
  return {
    readOnly: false,
    guest: {
      levels: [{ relation, source: 'relation', where, order: [], embeds: [] }, ...(root ? [root] : [])],
      statement,
    },
    rows: rows?.count ?? 1,
    statement,
    ...(unclean ? { unclean } : {}),
    ...(shown ? { shown } : {}),
    check: checkOf(verb, media, preferences),
    estimate: null,
    accept: media.isAny ? request.accept : null,
    respond: (answer) =>
      writeResponse(frame, answer, { verb, relation: relation.name, location, resolves, merges }),
  }
}

/** The level that a write returns: without a limit, and without filters at the root. */
function writtenLevel(catalog: Catalog, relation: Relation, query: Query, bounds: Bounds): Level {
  const root = planRead(catalog, { ...rootOf(relation), source: 'statement' }, query, false, bounds)
  root.range = { offset: 0, limit: null }
  return root
}

const rootOf = (relation: Relation) => ({ name: relation.name, schema: relation.schema, relation })

function upsertOf(verb: string, relation: Relation, query: Query, preferences: Preferences): Upsert {
  if (verb === 'put') return { resolution: 'merge', columns: relation.primaryKey }
  if (verb !== 'insert' || preferences.resolution === null) return null
  const columns = query.onConflict ?? relation.primaryKey
  if (columns.length === 0) return null
  return { resolution: preferences.resolution === 'merge-duplicates' ? 'merge' : 'ignore', columns }
}

/** PUT addresses one row: by equality on its whole key, and nothing else. */
function checkPut(relation: Relation, query: Query): void {
  if (query.ranges.size > 0) throw putLimitError()
  const named = query.filters.map(({ path, value }) => {
    const { operation } = value
    const equal =
      operation.kind === 'quantifiable' && operation.operator === '=' && operation.quantifier === null
    const plain = path.length === 0 && value.field.path.length === 0 && !value.not
    return equal && plain ? value.field.name : null
  })
  const key = relation.primaryKey
  const exact =
    key.length > 0 &&
    key.every((one) => named.includes(one)) &&
    named.every((one) => one !== null && key.includes(one))
  if (!exact || query.logic.length > 0) throw putFiltersError()
}

function bodyRows(relation: Relation, request: RestRequest, payload: Payload, verb: string): Rows {
  const columns = payload.keys.map((key): Column => {
    const column = relation.columns.get(key)
    if (!column) throw columnError(relation.name, key)
    return column
  })
  const defaults = verb !== 'put' && request.preferences.missing === 'default'
  const { json, list, count } = payload
  return { json, list, count, columns, defaults }
}

function checkOf(verb: string, media: Media, preferences: Preferences): PlannedRequest['check'] {
  const singular = media.form === 'object'
  const most =
    preferences.handling === 'strict' && verb !== 'insert' && verb !== 'put' ? preferences.maxAffected : null
  if (!singular && most === null && verb !== 'put') return null
  return ({ page }: Answer) => {
    const rows = page ?? 0
    if (verb === 'put' && rows !== 1) throw putKeyError()
    if (singular && rows !== 1) throw singularError(rows)
    if (most !== null && rows > most) throw maxAffectedError(rows)
  }
}

/** On a relation every parameter is a filter: one without an operator is an error. */
export function refuseParams(query: Query): void {
  for (const [, value] of query.params) parseOperation(value)
}

/** Under handling=strict an unknown preference is an error. */
export function refuseInvalid(preferences: Preferences): void {
  if (preferences.handling === 'strict' && preferences.invalid.length > 0) {
    throw preferenceError(preferences.invalid)
  }
}

export function frameOf(request: RestRequest, media: Media, head: boolean): Frame {
  return {
    media,
    head,
    preferences: request.preferences,
    profile: request.byProfile ? request.schema : null,
  }
}
