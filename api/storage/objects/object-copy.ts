// POST /object/copy: copies an object; the copy belongs to the caller.
import { randomUUID } from 'node:crypto'
import { FileMissing } from '../backends/backend.ts'
import { bodyOf, type StorageContext } from '../context.ts'
import { invalidRequest, noSuchKey } from '../errors.ts'
import { queryAs } from '../rows.ts'
import { readMoveRequest } from './object-move.ts'
import { registerPending } from './orphans.ts'
import { commitOrDiscard, mustBeAllowed } from './write-object.ts'

export async function copyObject(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const { source, target } = await readMoveRequest(context, body)
  const upsert = context.request.headers.get('x-upsert') === 'true'
  if (upsert) throw invalidRequest('A copy takes the place of no other file')
  const destination = { ...context, ...target }
  await mustBeAllowed(destination, context.viewer, 'create')
  const version = randomUUID()
  await registerPending(context.services.db, version)
  const Id = await commitOrDiscard(context, version, async () => {
    await context.services.backend.copy(source.version, version).catch((error: unknown) => {
      throw error instanceof FileMissing ? noSuchKey() : error
    })
    const id = randomUUID()
    const metadata = { ...source.metadata, lastModified: new Date().toISOString() }
    await queryAs(
      context,
      context.viewer,
      `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[id, target.bucket, target.name, context.viewer.userId, context.viewer.userId, version],
        ...[JSON.stringify(metadata), userMetadata(body, source.user_metadata)],
      ],
    )
    return id
  })
  return Response.json({ Id, Key: `${target.bucket}/${target.name}` })
}

function userMetadata(
  { copyMetadata, metadata }: Record<string, unknown>,
  own: object | null,
): string | null {
  if (copyMetadata !== false) return own && JSON.stringify(own)
  return typeof metadata === 'object' && metadata !== null ? JSON.stringify(metadata) : null
}
