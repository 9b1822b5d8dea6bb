// Reading an object that is visible to the caller, in a public bucket, or by a signed URL: GET and HEAD of its content,
// and GET /object/info/… of its metadata.
import type { StorageContext } from '../context.ts'
import { findPublic, findSigned, findVisible, instant, type ObjectRow } from '../rows.ts'
import { serveFile } from './serve.ts'

export async function downloadObject(context: StorageContext): Promise<Response> {
  return serveFile(context, await findVisible(context), 'private')
}

export async function downloadPublicObject(context: StorageContext): Promise<Response> {
  return serveFile(context, await findPublic(context), 'public')
}

export async function downloadSignedObject(context: StorageContext): Promise<Response> {
  const token = context.url.searchParams.get('token')
  await context.services.signatures.verify(token, 'download', `${context.bucket}/${context.name}`)
  return serveFile(context, await findSigned(context), 'private')
}

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
