// POST /object/{bucket}/{name}: a new file; with `x-upsert: true` also in the place of one that is there.
import type { Ask } from './ask.ts'
import { write } from './writing.ts'

export async function uploadObject(ask: Ask): Promise<Response> {
  const manner = ask.request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create'
  const Id = await write(ask, ask.viewer, manner)
  return Response.json({ Id, Key: `${ask.bucket}/${ask.name}` })
}
