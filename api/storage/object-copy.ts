// POST /object/copy: a second file of the same content, the asker's own.
import { randomUUID } from 'node:crypto'
import { type Ask, bodyOf } from './ask.ts'
import { FileMissing } from './backends/backend.ts'
import { invalidRequest, noSuchKey } from './errors.ts'
import { readJourney } from './object-move.ts'
import { expectRow } from './orphans.ts'
import { askAs } from './rows.ts'
import { claimOrGiveUp, mustBeAllowed } from './writing.ts'

export async function copyObject(ask: Ask): Promise<Response> {
  const body = await bodyOf(ask.request)
  const { source, target } = await readJourney(ask, body)
  const upsert = ask.request.headers.get('x-upsert') === 'true'
  if (upsert) throw invalidRequest('A copy takes the place of no other file')
  const destination = { ...ask, ...target }
  await mustBeAllowed(destination, ask.viewer, 'create')
  const version = randomUUID()
  await expectRow(ask.services.db, version)
  const Id = await claimOrGiveUp(ask, version, async () => {
    await ask.services.backend.copy(source.version, version).catch((error: unknown) => {
      throw error instanceof FileMissing ? noSuchKey() : error
    })
    const id = randomUUID()
    const metadata = { ...source.metadata, lastModified: new Date().toISOString() }
    await askAs(
      ask,
      ask.viewer,
      `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[id, target.bucket, target.name, ask.viewer.userId, ask.viewer.userId, version],
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
