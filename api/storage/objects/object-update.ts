// PUT /object/{bucket}/{name}: replaces an existing object's content.
import type { StorageContext } from '../context.ts'
import { write } from './write-object.ts'

export async function updateObject(context: StorageContext): Promise<Response> {
  const Id = await write(context, context.viewer, 'replace')
  return Response.json({ Id, Key: `${context.bucket}/${context.name}` })
}
