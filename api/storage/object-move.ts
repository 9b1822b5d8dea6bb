// POST /object/move: another name for a file, in the same bucket or another one. Its bytes stay where they are.
import { type Ask, bodyOf, textOf } from './ask.ts'
import { noSuchKey, tooLarge } from './errors.ts'
import { mustBeKey } from './names.ts'
import { mustBeAllowed } from './receive.ts'
import { askAs, findBucket, findVisible, type ObjectRow } from './rows.ts'

export async function moveObject(ask: Ask): Promise<Response> {
  const body = await bodyOf(ask.request)
  const { source, target } = await readJourney(ask, body)
  const [Id] = await askAs<string>(
    ask,
    ask.viewer,
    `update storage.objects o set bucket_id = $3, name = $4 where o.bucket_id = $1 and o.name = $2
     returning to_jsonb(o.id)::text as row`,
    [source.bucket_id, source.name, target.bucket, target.name],
  )
  if (Id === undefined) throw noSuchKey()
  return Response.json({ message: 'Successfully moved', Id, Key: `${target.bucket}/${target.name}` })
}

/** From where to where, for a move or a copy: what the asker may see, into a bucket that takes such files. */
export async function readJourney(
  ask: Ask,
  body: Record<string, unknown>,
): Promise<{ source: ObjectRow; target: { bucket: string; name: string } }> {
  const bucket = textOf(body, 'bucketId')
  const name = mustBeKey(textOf(body, 'destinationKey').replace(/^\/+/, ''))
  const into = body.destinationBucket === undefined ? bucket : textOf(body, 'destinationBucket')
  const source = await findVisible({ ...ask, bucket, name: textOf(body, 'sourceKey').replace(/^\/+/, '') })
  const { file_size_limit, allowed_mime_types } = await findBucket(ask, into)
  mustBeAllowed(source.metadata.mimetype, allowed_mime_types)
  if (file_size_limit !== null && source.metadata.size > file_size_limit) throw tooLarge()
  return { source, target: { bucket: into, name } }
}
