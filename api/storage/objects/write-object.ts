// Writes objects: the caller's permission is tried before receiving the body and enforced again by the insert; the
// file is stored in between, and discarded unless the row is inserted.
import { randomUUID } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { isStoredAsIs, type StorageContext } from '../context.ts'
import { noSuchKey } from '../errors.ts'
import { mustBeKey } from '../names.ts'
import { type BucketRow, findBucket, type Metadata, queryAs } from '../rows.ts'
import { discardPending, registerPending } from './orphans.ts'
import { type Received, receive } from './receive.ts'

/** create: must not exist. upsert: may exist. replace: must exist. */
export type WriteMode = 'create' | 'upsert' | 'replace'

const COLUMNS = '(id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)'
const VALUES = '($1, $2, $3, $4, $5, $6, $7, $8)'

// A plain insert has no RETURNING, which would require read permission.
const STATEMENTS: Record<WriteMode, string> = {
  create: `insert into storage.objects ${COLUMNS} values ${VALUES}`,
  upsert: `insert into storage.objects as o ${COLUMNS} values ${VALUES}
    on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
      version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata
    returning to_jsonb(o.id)::text as row`,
  replace: `update storage.objects o set owner = $4, owner_id = $5, version = $6, metadata = $7, user_metadata = $8
    where o.bucket_id = $2 and o.name = $3 and $1::uuid is not null returning to_jsonb(o.id)::text as row`,
}

/** POST /object/{bucket}/{name}: a new object; with `x-upsert: true` it may replace an existing one. */
export async function uploadObject(context: StorageContext): Promise<Response> {
  const mode = context.request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create'
  const Id = await write(context, mode)
  return Response.json({ Id, Key: `${context.bucket}/${context.name}` })
}

/** PUT /object/{bucket}/{name}: replaces an existing object's content. */
export async function updateObject(context: StorageContext): Promise<Response> {
  const Id = await write(context, 'replace')
  return Response.json({ Id, Key: `${context.bucket}/${context.name}` })
}

/**
 * Stores the body of the request as `context.name`, as the caller.
 * @returns the id of its row
 * @throws StorageError when row security, the bucket's bounds or the file itself say no
 */
export async function write(context: StorageContext, mode: WriteMode): Promise<string> {
  mustBeKey(context.name)
  const bucket = await findBucket(context, context.bucket)
  await mustBeAllowed(context, mode)
  const received = await receive(context.request, context.services.spool, {
    bytes: largestIn(context, bucket),
    types: bucket.allowed_mime_types,
    asIs: isStoredAsIs(context.services, bucket.id),
  })
  return writeReceived(context, mode, received)
}

/** Stores a received file as `context.name`, as the caller. @returns the id of its row @throws as write */
export async function writeReceived(
  context: StorageContext,
  mode: WriteMode,
  received: Received,
): Promise<string> {
  const id = await store(context, received, (version) => writeRow(context, mode, version, received))
  context.services.sweepSoon()
  return id
}

/** How large a file of `bucket` may be. */
export function largestIn({ services }: StorageContext, { file_size_limit: limit }: BucketRow): number {
  return Math.min(limit ?? services.files.mostBytes, services.files.mostBytes)
}

/** Dry run of the write, rolled back. @throws StorageError, or the database's error */
export async function mustBeAllowed(context: StorageContext, mode: WriteMode): Promise<void> {
  const values = rowValues(context, randomUUID(), null)
  try {
    await queryAs(context, STATEMENTS[mode], values, {
      check: (rows) => {
        throw mode === 'replace' && rows.length === 0 ? noSuchKey() : new RollbackSignal()
      },
    })
  } catch (error) {
    if (!(error instanceof RollbackSignal)) throw error
  }
}

/** Signals success of a dry run out of its rolled-back transaction. */
class RollbackSignal extends Error {}

/** Moves a received file into the backend and inserts its row by `claim`; without the row the file is discarded. */
async function store<T>(
  context: StorageContext,
  received: Received,
  claim: (version: string) => Promise<T>,
): Promise<T> {
  const { db, backend } = context.services
  const version = randomUUID()
  try {
    await registerPending(db, version)
    await backend.put(version, received.path, received.size)
  } catch (error) {
    await unlink(received.path).catch(() => undefined)
    throw error
  }
  return commitOrDiscard(context, version, claim)
}

/** Inserts the row of a stored file, or discards the file. */
export async function commitOrDiscard<T>(
  context: StorageContext,
  version: string,
  claim: (version: string) => Promise<T>,
): Promise<T> {
  try {
    return await claim(version)
  } catch (error) {
    await discardPending(context.services.db, version)
    context.services.sweepSoon()
    throw error
  }
}

async function writeRow(
  context: StorageContext,
  mode: WriteMode,
  version: string,
  received: Received,
): Promise<string> {
  const values = rowValues(context, version, received)
  const [id] = await queryAs<string>(context, STATEMENTS[mode], values)
  if (mode === 'replace' && id === undefined) throw noSuchKey()
  return id ?? String(values[0])
}

function rowValues(context: StorageContext, version: string, received: Received | null): unknown[] {
  const metadata: Metadata | null = received && {
    eTag: received.eTag,
    size: received.size,
    mimetype: received.mimetype,
    cacheControl: received.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: received.size,
    httpStatusCode: 200,
  }
  return [
    ...[randomUUID(), context.bucket, context.name, context.viewer.userId, context.viewer.userId, version],
    ...[
      metadata && JSON.stringify(metadata),
      received?.userMetadata ? JSON.stringify(received.userMetadata) : null,
    ],
  ]
}
