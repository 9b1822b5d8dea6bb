// POST /object/{bucket}/{name}: a new file; with `x-upsert: true` also in the place of one that is there.
import type { StorageContext } from '../context.ts'
import { write } from './write-object.ts'

export async function uploadObject(context: StorageContext): Promise<Response> {
  const mode = context.request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create'
  const Id = await write(context, context.viewer, mode)
  return Response.json({ Id, Key: `${context.bucket}/${context.name}` })
}
