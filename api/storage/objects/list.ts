// Lists the objects of a bucket that the caller may see: one level of them, folders first (POST /object/list/{bucket}), or
// all under a prefix or one level, with cursor pagination (POST /object/list-v2/{bucket}).
import { bodyOf, numberOf, type StorageContext } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import { instant, type Metadata, readAs } from '../rows.ts'

const LIMIT = { min: 1, max: 1_000, otherwise: 1_000 }
const OFFSET = { min: 0, max: 1_000_000, otherwise: 0 }
const COLUMNS = ['name', 'updated_at', 'created_at']

type Order = 'asc' | 'desc'
type Entry = {
  name: string
  id: string | null
  updated_at: string | null
  created_at: string | null
  last_accessed_at: string | null
  metadata: Metadata | null
}
type EntryV2 = Entry & {
  is_folder: boolean
  stamp: string
}

export async function listObjects(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const { prefix = '', search = '' } = body
  if (typeof prefix !== 'string' || typeof search !== 'string')
    throw invalidRequest('body/prefix must be string')
  const { column, order } = sortOf(body.sortBy, [...COLUMNS, 'last_accessed_at'])
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  // A search may contain slashes: what precedes the last one belongs to the folder.
  const whole = `${folder}${search}`.replace(/^\/+/, '')
  const cut = whole.lastIndexOf('/') + 1
  const path = whole.slice(0, cut)
  const limit = numberOf(body, 'limit', { ...LIMIT, otherwise: 100 })
  const offset = numberOf(body, 'offset', OFFSET)
  const found = await readAs<Entry>(
    context,
    'select to_jsonb(s)::text as row from storage.search($1, $2, $3, $4, $5, $6, $7, $8) s',
    [path, context.bucket, limit, path.split('/').length, offset, whole.slice(cut), column, order],
  )
  return Response.json(found.map(withInstants))
}

export async function listObjectsV2(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const { prefix = '', cursor, with_delimiter: delimited = false } = body
  if (typeof prefix !== 'string') throw invalidRequest('body/prefix must be string')
  if (typeof delimited !== 'boolean') throw invalidRequest('body/with_delimiter must be boolean')
  const limit = numberOf(body, 'limit', LIMIT)
  const { column, order } = sortOf(body.sortBy, COLUMNS)
  // Folders have no timestamps: one level is always sorted by name.
  const text = statement(delimited ? 'name' : column, order, delimited)
  const [stamp, name] = readCursor(cursor)
  const values = [context.bucket, prefix, prefix.length, limit + 1, stamp, name]
  const found = await readAs<EntryV2>(context, text, values)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const hasNext = found.length > limit
  return Response.json({
    hasNext,
    ...(hasNext && last ? { nextCursor: writeCursor(last) } : {}),
    folders: page
      .filter((entry) => entry.is_folder)
      .map(({ name }) => ({ name, key: name.replace(/\/$/, '') })),
    objects: page
      .filter((entry) => !entry.is_folder)
      .map(({ is_folder: _, stamp: __, ...entry }) => ({ ...withInstants(entry), key: entry.name })),
  })
}

/** The text consists of constants; input is passed as parameters. */
function statement(column: string, order: Order, delimited: boolean): string {
  const sign = order === 'desc' ? '<' : '>'
  const level = `left(o.name, $3::int) || split_part(substr(o.name, $3::int + 1), '/', 1)`
  const entries = delimited
    ? `select distinct on (entry) entry, is_folder, id, updated_at, created_at, last_accessed_at, metadata from (
         select case when position('/' in substr(o.name, $3::int + 1)) > 0 then ${level} || '/' else o.name end as entry,
           position('/' in substr(o.name, $3::int + 1)) > 0 as is_folder, o.*
         from found o) levels order by entry`
    : 'select o.name as entry, false as is_folder, o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata from found o'
  const stamp =
    column === 'name' ? 'e.entry' : `to_char(e.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
  return `
      with found as (
        select * from storage.objects o
        where o.bucket_id = $1 and o.name >= $2 and o.name < $2 || chr(1114111) and length(o.name) >= $3::int
      ), entries as (${entries}), listed as (
        select e.entry as name, e.is_folder, case when e.is_folder then null else e.id end as id, e.updated_at,
          e.created_at, e.last_accessed_at, e.metadata, ${stamp} collate "C" as stamp
        from entries e
      )
      select to_jsonb(l)::text as row from listed l
      where $5::text is null or (l.stamp, l.name collate "C") ${sign} ($5, $6::text)
      order by l.stamp ${order}, l.name collate "C" ${order} limit $4`
}

function sortOf(given: unknown, columns: readonly string[]): { column: string; order: Order } {
  const { column = 'name', order = 'asc' } = (given ?? {}) as { column?: unknown; order?: unknown }
  const known = columns.find((name) => name === column)
  if (!known) throw invalidRequest(`body/sortBy/column must be one of ${columns.join(', ')}`)
  if (order !== 'asc' && order !== 'desc') throw invalidRequest('body/sortBy/order must be one of asc, desc')
  return { column: known, order }
}

function writeCursor({ stamp, name }: EntryV2): string {
  return Buffer.from(JSON.stringify([stamp, name])).toString('base64url')
}

function readCursor(cursor: unknown): [string | null, string | null] {
  if (cursor === undefined || cursor === null || cursor === '') return [null, null]
  try {
    const [stamp, name] = JSON.parse(Buffer.from(String(cursor), 'base64url').toString()) as unknown[]
    if (typeof stamp === 'string' && typeof name === 'string') return [stamp, name]
  } catch {
    // Reported below, as for any invalid cursor.
  }
  throw invalidRequest('Invalid Parameter cursor')
}

function withInstants(entry: Entry): Entry {
  return {
    ...entry,
    updated_at: instant(entry.updated_at),
    created_at: instant(entry.created_at),
    last_accessed_at: instant(entry.last_accessed_at),
  }
}
