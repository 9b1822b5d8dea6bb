// GET /object/info/…: an object's metadata.
import type { StorageContext } from '../context.ts'
import { findPublic, findVisible, instant, type ObjectRow } from '../rows.ts'

export async function objectInfo(context: StorageContext): Promise<Response> {
  return describe(await findVisible(context))
}

export async function publicObjectInfo(context: StorageContext): Promise<Response> {
  return describe(await findPublic(context))
}

function describe(row: ObjectRow): Response {
  const { size, mimetype, eTag, cacheControl, lastModified } = row.metadata
  return Response.json({
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size,
    content_type: mimetype,
    cache_control: cacheControl,
    etag: eTag,
    metadata: row.user_metadata ?? {},
    last_modified: lastModified,
    created_at: instant(row.created_at),
  })
}
