// POST /object/list/{bucket}: lists one level, folders first, as far as the caller may see it.
import { bodyOf, numberOf, type StorageContext } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import { instant, type Metadata, queryAs } from '../rows.ts'

const LIMIT = { min: 1, max: 1_000, otherwise: 100 }
const OFFSET = { min: 0, max: 1_000_000, otherwise: 0 }
const COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at']
const ORDERS = ['asc', 'desc']

type Entry = {
  name: string
  id: string | null
  updated_at: string | null
  created_at: string | null
  last_accessed_at: string | null
  metadata: Metadata | null
}

export async function listObjects(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const { prefix = '', search = '' } = body
  if (typeof prefix !== 'string' || typeof search !== 'string')
    throw invalidRequest('body/prefix must be string')
  const { column, order } = sortOf(body.sortBy)
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  // A search may contain slashes: what precedes the last one belongs to the folder.
  const whole = `${folder}${search}`.replace(/^\/+/, '')
  const cut = whole.lastIndexOf('/') + 1
  const found = await queryAs<Entry>(
    context,
    context.viewer,
    'select to_jsonb(s)::text as row from storage.search($1, $2, $3, $4, $5, $6, $7, $8) s',
    [
      ...[
        whole.slice(0, cut),
        context.bucket,
        numberOf(body, 'limit', LIMIT),
        whole.slice(0, cut).split('/').length,
      ],
      ...[numberOf(body, 'offset', OFFSET), whole.slice(cut), column, order],
    ],
    { readOnly: true },
  )
  return Response.json(found.map(timed))
}

function timed(entry: Entry): Entry {
  return {
    ...entry,
    updated_at: entry.updated_at && instant(entry.updated_at),
    created_at: entry.created_at && instant(entry.created_at),
    last_accessed_at: entry.last_accessed_at && instant(entry.last_accessed_at),
  }
}

function sortOf(given: unknown): { column: string; order: string } {
  const { column = 'name', order = 'asc' } = (given ?? {}) as { column?: unknown; order?: unknown }
  if (!COLUMNS.includes(column as string))
    throw invalidRequest(`body/sortBy/column must be one of ${COLUMNS.join(', ')}`)
  if (!ORDERS.includes(order as string))
    throw invalidRequest(`body/sortBy/order must be one of ${ORDERS.join(', ')}`)
  return { column: column as string, order: order as string }
}
