// POST /object/{bucket}/{name}: uploads a new object; with `x-upsert: true` it may replace an existing one. PUT: replaces an
// existing object's content.
import type { StorageContext } from '../context.ts'
import { write } from './write-object.ts'

export async function uploadObject(context: StorageContext): Promise<Response> {
  const mode = context.request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create'
  const Id = await write(context, context.viewer, mode)
  return Response.json({ Id, Key: `${context.bucket}/${context.name}` })
}

export async function updateObject(context: StorageContext): Promise<Response> {
  const Id = await write(context, context.viewer, 'replace')
  return Response.json({ Id, Key: `${context.bucket}/${context.name}` })
}
