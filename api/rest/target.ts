// The first station of a request: what it is about. Everything of it is known from the address, the headers and the
// catalog; nothing of the body is read.
//
// The stations of /rest/v1, each of which takes what only the one before it returns, so that none can be skipped:
// target → authorise (writes) → receive (writes) → plan → admit → clean → judge → run.
import type { Catalog, Relation, Routine } from './catalog.ts'
import { closestName, methodError, rpcMethodError, tableError } from './errors.ts'
import type { Query } from './grammar.ts'
import type { RestRequest } from './request.ts'

declare const station: unique symbol

export type Subject =
  | { kind: 'relation'; relation: Relation }
  /** `overloads` is empty for an unknown name: the error names the arguments, which the body has. */
  | { kind: 'routine'; name: string; overloads: readonly Routine[] }

export type Targeted = {
  readonly [station]: 'targeted'
  request: RestRequest
  query: Query
  subject: Subject
}

/** @throws RestError PGRST101, 117, 205 */
export function targetOf(catalog: Catalog, request: RestRequest, query: Query): Targeted {
  return { request, query, subject: subjectOf(catalog, request) } as Targeted
}

function subjectOf(catalog: Catalog, { target, method, schema }: RestRequest): Subject {
  if (target.kind === 'root') throw methodError(method)
  if (target.kind === 'relation')
    return { kind: 'relation', relation: relationOf(catalog, schema, target.name) }
  if (method !== 'POST' && method !== 'GET' && method !== 'HEAD') throw rpcMethodError(method)
  return { kind: 'routine', name: target.name, overloads: catalog.routines(schema, target.name) }
}

export function relationOf(catalog: Catalog, schema: string, name: string): Relation {
  const found = catalog.relation(schema, name)
  if (found) return found
  const names = catalog.relations(schema).map((one) => one.name)
  throw tableError(schema, name, closestName(name, names))
}
