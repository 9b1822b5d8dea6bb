// GET and HEAD of a file: as the asker may see it, as anybody may in a public bucket, or as a signature allows.
import type { Ask } from './ask.ts'
import { findPublic, findSigned, findVisible } from './rows.ts'
import { serveFile } from './serve.ts'

export async function downloadObject(ask: Ask): Promise<Response> {
  return serveFile(ask, await findVisible(ask), 'private')
}

export async function downloadPublicObject(ask: Ask): Promise<Response> {
  return serveFile(ask, await findPublic(ask), 'public')
}

export async function downloadSignedObject(ask: Ask): Promise<Response> {
  const token = ask.url.searchParams.get('token')
  await ask.services.signatures.verify(token, 'download', `${ask.bucket}/${ask.name}`)
  return serveFile(ask, await findSigned(ask), 'private')
}
