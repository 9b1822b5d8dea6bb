// The OpenAPI 2.0 description at the root, in upstream's layout. It lists only the tables, columns and functions that
// the caller may use. https://docs.postgrest.org/en/stable/references/api/openapi.html
import type { Database } from '../database/database.ts'
import { asViewer } from '../database/scope.ts'
import type { Viewer } from '../viewer.ts'
import type { Catalog, Parameter, Relation, Routine } from './catalog.ts'
import { DESCRIPTION, type Described } from './openapi-query.ts'
import type { RestSettings } from './settings.ts'

type Json = Record<string, unknown>

const BODIES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

/** Whether an Accept header accepts the description. */
export function acceptsDescription(accept: string | null): boolean {
  const types = (accept || '*/*').split(',').map((part) => (part.split(';', 1)[0] ?? '').trim())
  return types.some((type) =>
    ['*/*', 'application/*', 'application/json', 'application/openapi+json'].includes(type),
  )
}

/** The description of `schema` as `viewer` may use it, as JSON text. */
export async function describe(options: {
  db: Database
  viewer: Viewer
  catalog: Catalog
  schema: string
  settings: RestSettings
  /** Address of the request, for host and base path. */
  address: string
}): Promise<string> {
  const { db, viewer, catalog, schema, settings, address } = options
  const context = { readOnly: true, method: 'GET', path: '/' }
  const values = [schema, String(settings.openapi === 'ignore-privileges')]
  const [row] = await asViewer<{ body: string }>(db, viewer, context, { text: DESCRIPTION, values })
  const told = JSON.parse(row?.body ?? '{"comment":null,"relations":{},"routines":{}}') as Described
  const relations = catalog.relations(schema).filter(({ name }) => Object.hasOwn(told.relations, name))
  const routines = catalog.routineNames(schema).flatMap((name) => {
    const [first] = Object.hasOwn(told.routines, name) ? catalog.routines(schema, name) : []
    return first ? [first] : []
  })
  const { host, protocol, pathname } = new URL(address)
  const [title, ...description] = (told.comment ?? '').split('\n')
  return JSON.stringify({
    swagger: '2.0',
    info: {
      title: title || `The ${schema} schema`,
      description: description.join('\n').trim() || 'Tables, views and functions, in PostgREST’s contract.',
      version: '1',
    },
    host,
    basePath: pathname.replace(/\/$/, '') || '/',
    schemes: [protocol.slice(0, -1)],
    consumes: BODIES,
    produces: BODIES,
    paths: {
      '/': { get: ROOT_OPERATION },
      ...Object.fromEntries(relations.map((one) => [`/${one.name}`, relationPath(one, told)])),
      ...Object.fromEntries(routines.map((one) => [`/rpc/${one.name}`, routinePath(one, told)])),
    },
    definitions: Object.fromEntries(relations.map((one) => [one.name, definition(one, told)])),
    parameters: { ...SHARED_PARAMETERS, ...Object.assign({}, ...relations.map(relationParameters)) },
  })
}

const ROOT_OPERATION = {
  tags: ['Introspection'],
  summary: 'OpenAPI description (this document)',
  produces: ['application/openapi+json', 'application/json'],
  responses: { 200: { description: 'OK' } },
}

const ref = (name: string) => ({ $ref: `#/parameters/${name}` })
const words = (comment: string | null | undefined): Json => {
  const [summary, ...rest] = (comment ?? '').split('\n')
  const description = rest.join('\n').trim()
  return { ...(summary ? { summary } : {}), ...(description ? { description } : {}) }
}

function relationPath(relation: Relation, told: Described): Json {
  const { name, insertable, updatable, deletable } = relation
  const common = { tags: [name], ...words(told.relations[name]?.comment) }
  const filters = [...relation.columns.keys()].map((column) => ref(`rowFilter.${name}.${column}`))
  const reading = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(ref)
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  const nothing = { 204: { description: 'No Content' } }
  const body = ref(`body.${name}`)
  return {
    get: {
      ...common,
      parameters: [...filters, ...reading],
      responses: { 200: { description: 'OK', schema: rows }, 206: { description: 'Partial Content' } },
    },
    ...(insertable && {
      post: {
        ...common,
        parameters: [body, ref('select'), ref('preferPost')],
        responses: { 201: { description: 'Created' } },
      },
    }),
    ...(updatable && {
      patch: { ...common, parameters: [...filters, body, ref('preferReturn')], responses: nothing },
    }),
    ...(deletable && {
      delete: { ...common, parameters: [...filters, ref('preferReturn')], responses: nothing },
    }),
  }
}

function routinePath(routine: Routine, told: Described): Json {
  const common = {
    tags: [`(rpc) ${routine.name}`],
    ...words(told.routines[routine.name]),
    produces: ['application/json', 'application/vnd.pgrst.object+json'],
    responses: { 200: { description: 'OK' } },
  }
  const named = routine.parameters.filter(({ name }) => name !== '')
  const required = named.filter((one) => one.required).map(({ name }) => name)
  const args = {
    name: 'args',
    in: 'body',
    required: true,
    schema: {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(named.map((one) => [one.name, typeOf(one.type)])),
    },
  }
  const inQuery = (one: Parameter) => ({
    name: one.name,
    in: 'query',
    required: one.required,
    ...(one.variadic
      ? { type: 'array', items: { type: 'string' }, collectionFormat: 'multi' }
      : { ...typeOf(one.type), type: scalarType(one.type) ?? 'string', items: undefined }),
  })
  return {
    ...(routine.volatility !== 'volatile' && { get: { ...common, parameters: named.map(inQuery) } }),
    post: { ...common, parameters: [args, ref('preferParams')] },
  }
}

function definition(relation: Relation, told: Described): Json {
  const about = told.relations[relation.name]
  const columns = [...relation.columns.values()]
  const required = columns.filter(({ name }) => about?.columns[name]?.required).map(({ name }) => name)
  return {
    ...(about?.comment && { description: about.comment }),
    ...(required.length > 0 && { required }),
    type: 'object',
    properties: Object.fromEntries(
      columns.map((column) => {
        const more = about?.columns[column.name]
        const note = keyNote(relation.primaryKey.includes(column.name), more?.refers ?? null)
        const description = [more?.comment, note].filter(Boolean).join('\n\n')
        return [
          column.name,
          {
            ...typeOf(column.type),
            ...(description && { description }),
            // As upstream: a sequence's next value is omitted, because a form cannot offer it.
            ...(column.default !== null &&
              !column.default.startsWith('nextval(') && { default: column.default }),
            ...(more?.maxLength && { maxLength: more.maxLength }),
            ...(more?.enum && { enum: more.enum }),
          },
        ]
      }),
    ),
  }
}

/** Notes from which tools detect keys. */
function keyNote(primary: boolean, refers: [string, string] | null): string {
  const notes = primary ? ['This is a Primary Key.<pk/>'] : []
  if (refers) {
    const [table, column] = refers
    notes.push(`This is a Foreign Key to \`${table}.${column}\`.<fk table='${table}' column='${column}'/>`)
  }
  return notes.length > 0 ? `Note:\n${notes.join('\n')}` : ''
}

function relationParameters(relation: Relation): Json {
  const { name } = relation
  const filters = [...relation.columns.values()].map((column) => [
    `rowFilter.${name}.${column.name}`,
    { name: column.name, in: 'query', type: 'string', required: false },
  ])
  const schema = { $ref: `#/definitions/${name}` }
  return Object.fromEntries([
    [`body.${name}`, { name, description: name, required: false, in: 'body', schema }],
    ...filters,
  ])
}

function typeOf(type: string): Json {
  const format = { format: type }
  if (type.endsWith('[]')) {
    return { ...format, type: 'array', items: { type: scalarType(type.slice(0, -2)) ?? 'string' } }
  }
  const scalar = scalarType(type)
  return scalar === null ? format : { ...format, type: scalar }
}

/** Null for JSON, which may be anything. */
function scalarType(type: string): string | null {
  const name = type.split('(', 1)[0] ?? ''
  if (name === 'json' || name === 'jsonb') return null
  if (name === 'boolean') return 'boolean'
  if (['smallint', 'integer', 'bigint'].includes(name)) return 'integer'
  return ['numeric', 'real', 'double precision'].includes(name) ? 'number' : 'string'
}

const prefer = (description: string, values: string[]) => ({
  name: 'Prefer',
  description,
  required: false,
  in: 'header',
  type: 'string',
  enum: values,
})
const text = (name: string, where: 'query' | 'header', description: string) => ({
  name,
  description,
  required: false,
  in: where,
  type: 'string',
})
const RETURNS = ['return=representation', 'return=minimal', 'return=none']

const SHARED_PARAMETERS = {
  preferParams: prefer('Preference', ['params=single-object']),
  preferReturn: prefer('Preference', RETURNS),
  preferCount: prefer('Preference', ['count=none']),
  preferPost: prefer('Preference', [
    ...RETURNS,
    'resolution=ignore-duplicates',
    'resolution=merge-duplicates',
  ]),
  select: text('select', 'query', 'Filtering Columns'),
  on_conflict: text('on_conflict', 'query', 'On Conflict'),
  order: text('order', 'query', 'Ordering'),
  range: text('Range', 'header', 'Limiting and Pagination'),
  rangeUnit: { ...text('Range-Unit', 'header', 'Limiting and Pagination'), default: 'items' },
  offset: text('offset', 'query', 'Limiting and Pagination'),
  limit: text('limit', 'query', 'Limiting and Pagination'),
}
