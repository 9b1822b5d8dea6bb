// POST /object/move: renames an object, within its bucket or to another one. Its file does not move.
import { bodyOf, type StorageContext, textOf } from '../context.ts'
import { noSuchKey, tooLarge } from '../errors.ts'
import { mustBeKey } from '../names.ts'
import { findBucket, findVisible, type ObjectRow, queryAs } from '../rows.ts'
import { mustBeAllowed } from './receive.ts'

export async function moveObject(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const { source, target } = await readMoveRequest(context, body)
  const [Id] = await queryAs<string>(
    context,
    context.viewer,
    `update storage.objects o set bucket_id = $3, name = $4 where o.bucket_id = $1 and o.name = $2
     returning to_jsonb(o.id)::text as row`,
    [source.bucket_id, source.name, target.bucket, target.name],
  )
  if (Id === undefined) throw noSuchKey()
  return Response.json({ message: 'Successfully moved', Id, Key: `${target.bucket}/${target.name}` })
}

/** Parses and authorises source and destination of a move or copy. */
export async function readMoveRequest(
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
  mustBeAllowed(source.metadata.mimetype, allowed_mime_types)
  if (file_size_limit !== null && source.metadata.size > file_size_limit) throw tooLarge()
  return { source, target: { bucket: into, name } }
}
