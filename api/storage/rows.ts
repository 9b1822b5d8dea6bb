// Rows of files. Queries run under the caller's role and row security; what the service itself must know (a public
// bucket's file, a bucket's limits) is read explicitly through asService.
import { asService, asViewer } from '../database/scope.ts'
import type { StorageContext } from './context.ts'
import { noSuchBucket, noSuchKey } from './errors.ts'

export type Metadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
}

export type ObjectRow = {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  version: string
  metadata: Metadata
  user_metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  last_accessed_at: string
}

export type BucketRow = {
  id: string
  name: string
  owner: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: string
  updated_at: string
}

type Json = { row: string }

/** A statement under the caller's role, whose rows are JSON texts in a column `row`. */
export async function queryAs<T>(
  { request, url, services, viewer }: StorageContext,
  text: string,
  values: readonly unknown[],
  { readOnly = false, check }: { readOnly?: boolean; check?: (rows: readonly unknown[]) => void } = {},
): Promise<T[]> {
  const requestContext = { readOnly, method: request.method, path: url.pathname }
  const rows = await asViewer<Json>(services.db, viewer, requestContext, { text, values }, check)
  return rows.map(({ row }) => JSON.parse(row) as T)
}

/** The same in a read-only transaction. */
export function readAs<T>(context: StorageContext, text: string, values: readonly unknown[]): Promise<T[]> {
  return queryAs(context, text, values, { readOnly: true })
}

/** The same as the service, bypassing row security. */
async function queryAsService<T>(
  context: Pick<StorageContext, 'services'>,
  text: string,
  values: unknown[],
): Promise<T[]> {
  const rows = (await asService(context.services.db, (sql) =>
    sql.unsafe(text, values as never[], { prepare: true }),
  )) as unknown as Json[]
  return rows.map(({ row }) => JSON.parse(row) as T)
}

const FIND = 'select to_jsonb(o)::text as row from storage.objects o where o.bucket_id = $1 and o.name = $2'

/** The requested object, if the caller may see it. @throws StorageError NoSuchKey */
export async function findVisible(context: StorageContext): Promise<ObjectRow> {
  const [row] = await readAs<ObjectRow>(context, FIND, [context.bucket, context.name])
  if (!row) throw noSuchKey()
  return row
}

/** Bypasses row security: only for a signature that names this object. @throws StorageError NoSuchKey */
export async function findSigned(context: StorageContext): Promise<ObjectRow> {
  const [row] = await queryAsService<ObjectRow>(context, FIND, [context.bucket, context.name])
  if (!row) throw noSuchKey()
  return row
}

/** A file of a public bucket. @throws StorageError NoSuchBucket when the bucket is not public or not there */
export async function findPublic(context: StorageContext): Promise<ObjectRow> {
  const [found] = await queryAsService<{ object: ObjectRow | null }>(
    context,
    `select jsonb_build_object('object', to_jsonb(o))::text as row
     from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = $2
     where b.id = $1 and b.public`,
    [context.bucket, context.name],
  )
  if (!found) throw noSuchBucket()
  if (!found.object) throw noSuchKey()
  return found.object
}

/** A bucket's limits, which apply to every caller. @throws StorageError NoSuchBucket */
export async function findBucket(context: Pick<StorageContext, 'services'>, id: string): Promise<BucketRow> {
  const text = 'select to_jsonb(b)::text as row from storage.buckets b where b.id = $1'
  const [row] = await queryAsService<BucketRow>(context, text, [id])
  if (!row) throw noSuchBucket()
  return row
}

/** A timestamp in the API's format; folders have none. */
export function instant<Time extends string | null>(at: Time): Time {
  return (at && new Date(at).toISOString()) as Time
}
