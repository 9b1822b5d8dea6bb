// GET and HEAD of an object: visible to the caller, in a public bucket, or by a signed URL.
import type { StorageContext } from '../context.ts'
import { findPublic, findSigned, findVisible } from '../rows.ts'
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
