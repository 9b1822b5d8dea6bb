// Plans function calls: /rpc/name by POST with a body, by GET and HEAD with arguments in the query string.
import { isObject } from '../http/untrusted-json.ts'
import type { Catalog, Parameter, Routine } from './catalog.ts'
import { parseCsv } from './csv.ts'
import { contentTypeError, maxAffectedCallError, maxAffectedError, singularError } from './errors.ts'
import type { Query } from './grammar.ts'
import { handlersFor, type Media, negotiateCall } from './media.ts'
import { bodyType, parseJson } from './payload.ts'
import { planRead, restrict } from './plan.ts'
import {
  countingOf,
  frameOf,
  type RequestPlan,
  refuseInvalid,
  refuseParams,
} from './plan-relation-request.ts'
import { intersect, type RestRequest } from './request.ts'
import { rowsResponse } from './respond.ts'
import { findRoutine } from './routine.ts'
import { type Shape, sourceStatement } from './sql.ts'
import { arrayConstant, Values } from './sql-text.ts'
import { type Arguments, callSql } from './sql-write.ts'

/**
 * Plans a call.
 * @param body text of a POST's body; '' for GET and HEAD
 * @throws RestError PGRST102, 128, 202, 203 and those of a read
 */
export function planCallRequest(
  catalog: Catalog,
  name: string,
  request: RestRequest,
  query: Query,
  body: string,
): RequestPlan {
  const { method, preferences, schema, settings } = request
  refuseInvalid(preferences)
  const { routine, args } =
    method === 'POST' ? byPost(catalog, name, request, query, body) : byGet(catalog, schema, name, query)
  const relation =
    routine.returns.relation === null ? null : (catalog.relation(schema, routine.returns.relation) ?? null)
  const media = negotiateCall(routine.returns, request.accept, handlersFor(catalog, relation, query))
  const scalar = routine.returns.kind !== 'composite'
  const root = planRead(
    catalog,
    { name: relation?.name ?? name, schema, relation: scalar ? null : relation, source: 'statement' },
    query,
    true,
    settings,
  )
  root.range = restrict(intersect(query.ranges.get(''), request.range), settings)
  const values = new Values()
  const source = callSql(routine, args, relation, root, values)
  const head = method === 'HEAD'
  const empty = routine.returns.kind === 'void' && !routine.returns.set
  const statement = sourceStatement(source, root, values, {
    shape: empty || (head && media.form !== 'object') ? 'none' : shapeOf(routine, media),
    stripNulls: media.stripNulls,
    counting: preferences.count === 'planned' ? 'none' : countingOf(preferences.count, settings.maxRows),
    location: [],
    inserted: false,
    // A scalar result is always evaluated; a set may be planned together with its filters.
    materialized: !routine.returns.set,
  })
  const frame = frameOf(request, media, head)
  const { range } = root
  const most = preferences.handling === 'strict' ? preferences.maxAffected : null
  if (most !== null && !routine.returns.set) throw maxAffectedCallError()
  const singular = media.form === 'object' && !empty
  return {
    // As upstream: functions not declared volatile are read-only, and so is GET.
    readOnly: method !== 'POST' || routine.volatility !== 'volatile',
    guest: { levels: [root], statement },
    statement,
    check:
      singular || most !== null
        ? ({ page }) => {
            const rows = page ?? 0
            if (singular && rows !== 1) throw singularError(rows)
            if (most !== null && rows > most) throw maxAffectedError(rows)
          }
        : null,
    estimate: null,
    accept: media.isAny ? request.accept : null,
    respond: (answer) =>
      rowsResponse(frame, answer, range, {
        location: null,
        applied: ['count', 'handling', 'max-affected'],
        empty,
      }),
  }
}

function shapeOf(routine: Routine, media: Media): Shape {
  const { handler } = media
  if (handler) return { handler, scalar: routine.returns.kind === 'scalar' && !routine.returns.set }
  if (media.form === 'csv') return 'csv'
  if (media.form === 'raw') return media.bytes ? 'bytes' : 'text'
  const one = media.form === 'object' || !routine.returns.set
  if (routine.returns.kind === 'composite') return one ? 'object' : 'array'
  return one ? 'scalar' : 'scalarArray'
}

type Resolved = { routine: Routine; args: Arguments }

function byGet(catalog: Catalog, schema: string, name: string, query: Query): Resolved {
  const keys = [...new Set(query.params.map(([key]) => key))]
  const { routine } = findRoutine({ catalog, schema, name, keys, bodyType: null })
  return { routine, args: direct(routine, query.params) }
}

function byPost(catalog: Catalog, name: string, request: RestRequest, query: Query, body: string): Resolved {
  const type = bodyType(request.contentType)
  const find = (keys: readonly string[]) =>
    findRoutine({ catalog, schema: request.schema, name, keys, bodyType: type })
  // Arguments are in the body only; query parameters are filters or errors.
  refuseParams(query)
  if (type === 'application/x-www-form-urlencoded') {
    const pairs = [...new URLSearchParams(body)]
    const { routine } = find(pairs.map(([key]) => key))
    return { routine, args: direct(routine, pairs) }
  }
  if (type === 'application/json') {
    const text = body === '' ? '{}' : body
    const value = parseJson(text)
    const list = Array.isArray(value)
    // Of an array the first object counts; anything else has no arguments.
    const first: unknown = list ? value[0] : value
    const keys = query.columns ?? (isObject(first) ? Object.keys(first) : [])
    const { routine, unnamed } = find(keys)
    if (unnamed) return { routine, args: whole(routine, text) }
    const json = isObject(first) ? text : '{}'
    const parameters = given(routine, keys)
    return { routine, args: { kind: 'json', json, list: list && isObject(first), parameters } }
  }
  if (type === 'text/csv') {
    const [first = {}] = parseCsv(body)
    const { routine } = find(query.columns ?? Object.keys(first))
    const parameters = given(routine, Object.keys(first))
    return { routine, args: { kind: 'json', json: JSON.stringify(first), list: false, parameters } }
  }
  if (type !== 'text/plain' && type !== 'text/xml' && type !== 'application/octet-stream')
    throw contentTypeError(type)
  const { routine } = find([])
  return { routine, args: whole(routine, body) }
}

function whole(routine: Routine, body: string): Arguments {
  return { kind: 'unnamed', body, type: routine.parameters[0]?.type ?? 'text' }
}

/** A variadic argument takes all values of its name, any other the last one. */
function direct(routine: Routine, pairs: readonly (readonly [string, string])[]): Arguments {
  const parameters = given(
    routine,
    pairs.map(([key]) => key),
  )
  const values = new Map<string, string>()
  for (const one of parameters) {
    const all = pairs.filter(([key]) => key === one.name).map(([, value]) => value)
    values.set(one.name, one.variadic ? variadic(all) : (all.at(-1) ?? ''))
  }
  return { kind: 'direct', values, parameters }
}

function variadic(values: readonly string[]): string {
  const [only] = values
  if (values.length === 1 && only !== undefined && /^\{.*\}$/s.test(only)) return only
  return arrayConstant(values)
}

const given = (routine: Routine, keys: readonly string[]): Parameter[] =>
  routine.parameters.filter((one) => keys.includes(one.name))
