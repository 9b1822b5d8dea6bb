// DELETE /object/{bucket}/{name}: deletes one object. DELETE /object/{bucket}: deletes those of a list that the
// caller may delete.
import { bodyOf, type StorageContext, stringsOf } from '../context.ts'
import { noSuchKey } from '../errors.ts'
import { instant, type ObjectRow, queryAs } from '../rows.ts'

const AT_MOST = 1_000
const REMOVE = `delete from storage.objects o where o.bucket_id = $1 and o.name = any($2)
  returning to_jsonb(o)::text as row`

export async function removeObject(context: StorageContext): Promise<Response> {
  const [gone] = await queryAs<ObjectRow>(context, REMOVE, [context.bucket, [context.name]])
  if (!gone) throw noSuchKey()
  context.services.sweepSoon()
  return Response.json({ message: 'Successfully deleted' })
}

export async function removeObjects(context: StorageContext): Promise<Response> {
  const prefixes = stringsOf(await bodyOf(context.request), 'prefixes', AT_MOST, 'names')
  const gone = await queryAs<ObjectRow>(context, REMOVE, [context.bucket, prefixes])
  context.services.sweepSoon()
  return Response.json(gone.map(asFileObject))
}

function asFileObject(row: ObjectRow) {
  const { name, bucket_id, owner, owner_id, id, version, metadata, user_metadata } = row
  return {
    name,
    bucket_id,
    owner: owner ?? '',
    owner_id,
    version,
    id,
    metadata,
    user_metadata,
    updated_at: instant(row.updated_at),
    created_at: instant(row.created_at),
    last_accessed_at: instant(row.last_accessed_at),
  }
}
