// PUT /object/{bucket}/{name}: another content for a file that is there.
import type { StorageContext } from '../context.ts'
import { write } from './write-object.ts'

export async function updateObject(context: StorageContext): Promise<Response> {
  const Id = await write(context, context.viewer, 'replace')
  return Response.json({ Id, Key: `${context.bucket}/${context.name}` })
}
