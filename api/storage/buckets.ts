// Bucket endpoints, under the caller's role: row security on storage.buckets hides them from everyone but the
// service.
import { bodyOf, type StorageContext } from './context.ts'
import { invalidRequest, noSuchBucket, StorageError } from './errors.ts'
import { mustBeBucketName } from './names.ts'
import { type BucketRow, instant, queryAs, readAs } from './rows.ts'

const SORTED_BY = ['id', 'name', 'created_at', 'updated_at']
const AT_MOST = 1_000
const SIZE = /^(\d{1,12}(?:\.\d{1,12})?) ?(B|KB|MB|GB)?$/i
const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

/** GET /bucket */
export async function listBuckets(context: StorageContext): Promise<Response> {
  const query = context.url.searchParams
  const column = query.get('sortColumn') ?? 'id'
  if (!SORTED_BY.includes(column))
    throw invalidRequest(`querystring/sortColumn must be one of ${SORTED_BY.join(', ')}`)
  const order = query.get('sortOrder') === 'desc' ? 'desc' : 'asc'
  const buckets = await readAs<BucketRow>(
    context,
    // The column comes from the list above.
    `select to_jsonb(b)::text as row from storage.buckets b
     where starts_with(lower(b.name), lower($3)) order by b.${column} ${order}, b.id limit $1 offset $2`,
    [count(query.get('limit'), AT_MOST), count(query.get('offset'), 0), query.get('search') ?? ''],
  )
  return Response.json(buckets.map((bucket) => ({ ...asBucket(bucket), type: 'STANDARD' })))
}

/** GET /bucket/{id} */
export async function getBucket(context: StorageContext): Promise<Response> {
  const text = 'select to_jsonb(b)::text as row from storage.buckets b where b.id = $1'
  const [bucket] = await readAs<BucketRow>(context, text, [context.bucket])
  if (!bucket) throw noSuchBucket()
  return Response.json(asBucket(bucket))
}

/** POST /bucket */
export async function createBucket(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const name = mustBeBucketName(body.name)
  const id = body.id === undefined ? name : mustBeBucketName(body.id)
  await queryAs(
    context,
    'insert into storage.buckets (id, public, file_size_limit, allowed_mime_types, name, owner) values ($1, $2, $3, $4, $5, $6)',
    [id, body.public === true, sizeOf(body), typesOf(body), name, context.viewer.userId],
  )
  return Response.json({ name })
}

/** PUT /bucket/{id}: fields not in the body are unchanged; null removes a limit. */
export async function updateBucket(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const changed = await queryAs<string>(
    context,
    `update storage.buckets b set updated_at = now(), public = coalesce($2, b.public),
       file_size_limit = case when $3 then $4 else b.file_size_limit end,
       allowed_mime_types = case when $5 then $6 else b.allowed_mime_types end
     where b.id = $1 returning to_jsonb(b.id)::text as row`,
    [
      ...[context.bucket, body.public === undefined ? null : body.public === true],
      ...[body.file_size_limit !== undefined, sizeOf(body)],
      ...[body.allowed_mime_types !== undefined, typesOf(body)],
    ],
  )
  if (changed.length === 0) throw noSuchBucket()
  return Response.json({ message: 'Successfully updated' })
}

/** POST /bucket/{id}/empty */
export async function emptyBucket(context: StorageContext): Promise<Response> {
  await getBucket(context)
  await queryAs(context, 'delete from storage.objects o where o.bucket_id = $1', [context.bucket])
  context.services.sweepSoon()
  return Response.json({ message: 'Successfully emptied' })
}

/** DELETE /bucket/{id} */
export async function deleteBucket(context: StorageContext): Promise<Response> {
  const text = 'delete from storage.buckets b where b.id = $1 returning to_jsonb(b.id)::text as row'
  const gone = await queryAs<string>(context, text, [context.bucket]).catch((error: { code?: string }) => {
    if (error.code !== '23503') throw error
    throw new StorageError(409, 'InvalidRequest', 'The bucket you tried to delete is not empty')
  })
  if (gone.length === 0) throw noSuchBucket()
  return Response.json({ message: 'Successfully deleted' })
}

function asBucket(bucket: BucketRow) {
  const { id, name, owner, file_size_limit, allowed_mime_types } = bucket
  return {
    id,
    name,
    owner: owner ?? '',
    public: bucket.public,
    file_size_limit,
    allowed_mime_types,
    created_at: instant(bucket.created_at),
    updated_at: instant(bucket.updated_at),
  }
}

function count(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : otherwise
}

/** Bytes, as a number or like '5MB'. Null: no limit of its own. */
function sizeOf({ file_size_limit: size }: Record<string, unknown>): number | null {
  if (size === undefined || size === null || size === '') return null
  const [, amount, unit = 'B'] = SIZE.exec(String(size)) ?? []
  if (amount === undefined)
    throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  return Math.floor(Number(amount) * (UNITS[unit.toUpperCase()] ?? 1))
}

function typesOf({ allowed_mime_types: types }: Record<string, unknown>): string[] | null {
  if (types === undefined || types === null) return null
  const isList = Array.isArray(types) && types.every((type): type is string => typeof type === 'string')
  if (!isList || !types.every((type) => /^[\w*.+-]+\/[\w*.+-]+$/.test(type))) {
    throw invalidRequest('body/allowed_mime_types must be a list of MIME types')
  }
  return types.map((type) => type.toLowerCase())
}
