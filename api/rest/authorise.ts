// The second station of a write or call: may this role do it at all? Known before a byte of the body is read. Who may do
// it to no row answers to PostgreSQL's policies afterwards, which judge rows and so need the body.
//
// The catalog's yes is enough: if it is out of date, PostgreSQL refuses the statement. Its no is asked again, because a
// GRANT is announced by nobody: by one short statement of the caller's own, under the caller's share of the pool, which
// also checks the session as the refused statement would have done.
import type { Database } from '../database/database.ts'
import { asViewer } from '../database/scope.ts'
import type { Viewer } from '../viewer.ts'
import type { Relation } from './catalog.ts'
import { fromDatabase } from './sqlstate.ts'
import type { Subject, Targeted } from './target.ts'

declare const station: unique symbol

export type Authorised = Targeted & { readonly [station]: 'authorised' }

type Verb = 'insert' | 'update' | 'delete'

/** A merge, which PUT is, inserts or updates. */
const VERBS: Readonly<Record<string, readonly Verb[]>> = {
  POST: ['insert'],
  PATCH: ['update'],
  PUT: ['insert', 'update'],
  DELETE: ['delete'],
}

const GRANTED: Readonly<Record<Verb, (relation: Relation) => readonly string[] | undefined>> = {
  insert: ({ inserters }) => inserters,
  update: ({ updaters }) => updaters,
  delete: ({ deleters }) => deleters,
}

const PRIVILEGES: Readonly<Record<Verb, string>> = {
  insert: `pg_catalog.has_any_column_privilege(c.oid, 'insert')`,
  update: `pg_catalog.has_any_column_privilege(c.oid, 'update')`,
  delete: `pg_catalog.has_table_privilege(c.oid, 'delete')`,
}

/**
 * @param onOutdated called when the catalog said no and PostgreSQL yes
 * @throws RestError 42501, as PostgreSQL's own refusal; PostgresError of the session; PoolTimeout
 */
export async function authorise(
  targeted: Targeted,
  viewer: Viewer,
  { db, onOutdated }: { db: Database; onOutdated: () => void },
): Promise<Authorised> {
  const { subject, request } = targeted
  const verbs = VERBS[request.method] ?? []
  if (!isGranted(subject, verbs, viewer.role)) {
    const { method, path, schema } = request
    const statement =
      subject.kind === 'relation' ? ofRelation(subject.relation, verbs) : ofRoutine(schema, subject.name)
    const [row] = await asViewer<{ refused: string | null }>(
      db,
      viewer,
      { readOnly: true, method, path },
      statement,
    )
    if (row?.refused) throw privilegeError(row.refused, viewer)
    onOutdated()
  }
  return targeted as Authorised
}

function isGranted(subject: Subject, verbs: readonly Verb[], role: Viewer['role']): boolean {
  if (subject.kind === 'relation')
    return verbs.every((verb) => GRANTED[verb](subject.relation)?.includes(role))
  const { overloads } = subject
  return overloads.length === 0 || overloads.some(({ callers }) => callers?.includes(role))
}

/** Answers the object that PostgreSQL would name in its refusal, or null. No row: the object is gone. */
function ofRelation({ schema, name }: Relation, verbs: readonly Verb[]) {
  return {
    text: `select case
        when not pg_catalog.has_schema_privilege(n.oid, 'usage') then 'schema ' || n.nspname
        when not (${verbs.map((verb) => PRIVILEGES[verb]).join(' and ')}) then
          case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table'
            else 'table' end || ' ' || c.relname
      end as refused
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = $2`,
    values: [schema, name],
  }
}

/** Of several functions of the name, the arguments choose one; only if none may be called is the body not needed. */
function ofRoutine(schema: string, name: string) {
  return {
    text: `select case
        when not pg_catalog.has_schema_privilege(n.oid, 'usage') then 'schema ' || n.nspname
        when not pg_catalog.bool_or(pg_catalog.has_function_privilege(p.oid, 'execute')) then 'function ' || p.proname
      end as refused
      from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where n.nspname = $1 and p.proname = $2
      group by n.oid, n.nspname, p.proname`,
    values: [schema, name],
  }
}

function privilegeError(object: string, viewer: Viewer) {
  const refusal = { code: '42501', message: `permission denied for ${object}` }
  return fromDatabase(refusal, viewer.role !== 'anon')
}
