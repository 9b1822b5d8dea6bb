// PUT /object/{bucket}/{name}: another content for a file that is there.
import type { Ask } from './ask.ts'
import { write } from './writing.ts'

export async function updateObject(ask: Ask): Promise<Response> {
  const Id = await write(ask, ask.viewer, 'replace')
  return Response.json({ Id, Key: `${ask.bucket}/${ask.name}` })
}
