// POST /object/move renames an object, within its bucket or to another one; its file does not move. POST /object/copy copies
// one; the copy belongs to the caller.
import { randomUUID } from 'node:crypto'
import { FileMissing } from '../backends/backend.ts'
import { bodyOf, isStoredAsIs, type StorageContext, textOf } from '../context.ts'
import { invalidMimeType, invalidRequest, noSuchKey, tooLarge } from '../errors.ts'
import { mustBeKey } from '../names.ts'
import { findBucket, findVisible, type ObjectRow, queryAs } from '../rows.ts'
import { registerPending } from './orphans.ts'
import { mustBeAllowed as mustBeAllowedType } from './receive.ts'
import { commitOrDiscard, mustBeAllowed } from './write-object.ts'

export async function moveObject(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const { source, target } = await readMoveRequest(context, body)
  const [Id] = await queryAs<string>(
    context,
    `update storage.objects o set bucket_id = $3, name = $4 where o.bucket_id = $1 and o.name = $2
     returning to_jsonb(o.id)::text as row`,
    [source.bucket_id, source.name, target.bucket, target.name],
  )
  if (Id === undefined) throw noSuchKey()
  return Response.json({ message: 'Successfully moved', Id, Key: `${target.bucket}/${target.name}` })
}

/** Parses and authorises source and destination of a move or copy. */
async function readMoveRequest(
  context: StorageContext,
  body: Record<string, unknown>,
): Promise<{ source: ObjectRow; target: { bucket: string; name: string } }> {
  const bucket = textOf(body, 'bucketId')
  const name = mustBeKey(textOf(body, 'destinationKey').replace(/^\/+/, ''))
  const into = body.destinationBucket === undefined ? bucket : textOf(body, 'destinationBucket')
  const source = await findVisible({
    ...context,
    bucket,
    name: textOf(body, 'sourceKey').replace(/^\/+/, ''),
  })
  const { file_size_limit, allowed_mime_types } = await findBucket(context, into)
  mustBeAllowedType(source.metadata.mimetype, allowed_mime_types)
  const isUndecoded = isStoredAsIs(context.services, bucket) && /^image\//i.test(source.metadata.mimetype)
  if (isUndecoded && !isStoredAsIs(context.services, into)) throw invalidMimeType(source.metadata.mimetype)
  if (file_size_limit !== null && source.metadata.size > file_size_limit) throw tooLarge()
  return { source, target: { bucket: into, name } }
}

export async function copyObject(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const { source, target } = await readMoveRequest(context, body)
  const upsert = context.request.headers.get('x-upsert') === 'true'
  if (upsert) throw invalidRequest('A copy takes the place of no other file')
  const destination = { ...context, ...target }
  await mustBeAllowed(destination, 'create')
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
