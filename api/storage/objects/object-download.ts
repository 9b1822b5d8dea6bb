// GET and HEAD of a file: as the asker may see it, as anybody may in a public bucket, or as a signature allows.
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
