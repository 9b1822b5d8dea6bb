// POST /object/list-v2/{bucket}: lists all objects under a prefix, or one level of them, with cursor pagination.
import { bodyOf, numberOf, type StorageContext } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import { instant, type Metadata, queryAs } from '../rows.ts'

const LIMIT = { min: 1, max: 1_000, otherwise: 1_000 }
const COLUMNS = ['name', 'updated_at', 'created_at'] as const

type Column = (typeof COLUMNS)[number]
type Entry = {
  name: string
  is_folder: boolean
  id: string | null
  updated_at: string | null
  created_at: string | null
  last_accessed_at: string | null
  metadata: Metadata | null
  /** The exact sort key. */
  stamp: string
}

export async function listObjectsV2(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const { prefix = '', cursor, with_delimiter: delimited = false } = body
  if (typeof prefix !== 'string') throw invalidRequest('body/prefix must be string')
  if (typeof delimited !== 'boolean') throw invalidRequest('body/with_delimiter must be boolean')
  const limit = numberOf(body, 'limit', LIMIT)
  const { column, descending } = sortOf(body.sortBy)
  // Folders have no timestamps: one level is always sorted by name.
  const text = statement(delimited ? 'name' : column, descending, delimited)
  const [stamp, name] = readCursor(cursor)
  const found = await queryAs<Entry>(
    context,
    context.viewer,
    text,
    [context.bucket, prefix, prefix.length, limit + 1, stamp, name],
    { readOnly: true },
  )
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const hasNext = found.length > limit
  return Response.json({
    hasNext,
    ...(hasNext && last ? { nextCursor: writeCursor(last) } : {}),
    folders: page
      .filter((entry) => entry.is_folder)
      .map(({ name }) => ({ name, key: name.replace(/\/$/, '') })),
    objects: page.filter((entry) => !entry.is_folder).map(asObject),
  })
}

function asObject(entry: Entry) {
  const { name, id, metadata, created_at, updated_at, last_accessed_at } = entry
  const at = (time: string | null) => time && instant(time)
  return {
    name,
    key: name,
    id,
    metadata,
    created_at: at(created_at),
    updated_at: at(updated_at),
    last_accessed_at: at(last_accessed_at),
  }
}

/** The text consists of constants; input is passed as parameters. */
function statement(column: Column, descending: boolean, delimited: boolean): string {
  const [sign, order] = descending ? ['<', 'desc'] : ['>', 'asc']
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

function sortOf(given: unknown): { column: Column; descending: boolean } {
  const { column = 'name', order = 'asc' } = (given ?? {}) as { column?: unknown; order?: unknown }
  const known = COLUMNS.find((name) => name === column)
  if (!known) throw invalidRequest(`body/sortBy/column must be one of ${COLUMNS.join(', ')}`)
  if (order !== 'asc' && order !== 'desc') throw invalidRequest('body/sortBy/order must be one of asc, desc')
  return { column: known, descending: order === 'desc' }
}

function writeCursor({ stamp, name }: Entry): string {
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
