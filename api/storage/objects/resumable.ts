// Resumable uploads (TUS 1.0) at /upload/resumable: the protocol is @tus/server's. The caller's permission is tried when an
// upload begins and before each part, and enforced by the insert of its row when it is complete. Until then its parts are on
// this node's disk.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { ERRORS, type Lock, type Locker, type RequestRelease, Server, type Upload } from '@tus/server'
import { LRUCache } from 'lru-cache'
import { digest } from '../../crypto.ts'
import type { Logger } from '../../log.ts'
import type { Viewer } from '../../viewer.ts'
import { clearSpool } from '../backends/disk.ts'
import { isStoredAsIs, type StorageContext } from '../context.ts'
import { invalidRequest, overLimit, refusalOf, slowDown, tooLarge } from '../errors.ts'
import { mustBeKey } from '../names.ts'
import { findBucket } from '../rows.ts'
import { acceptFile, mustBeAllowed as mustBeAllowedType, readType } from './receive.ts'
import { largestIn, mustBeAllowed, type WriteMode, writeReceived } from './write-object.ts'

export const RESUMABLE_PATH = '/upload/resumable'
/** How long an upload may take. */
const EXPIRES_MS = 24 * 3_600_000
/** Unfinished uploads of one member (all guests count as one), and of everybody but the service. */
const MOST_OF_ONE = 10
const MOST_OF_ALL = 200
const REMEMBERED = 1_000
const LOCKED_WITHIN_MS = 10_000
const ID = /^[0-9a-f]{16}-[0-9a-f-]{36}$/

export type Resumable = Awaited<ReturnType<typeof createResumable>>

/** @param address the public one of an upload, from its path */
export async function createResumable(options: {
  folder: string
  mostBytes: number
  log: Logger
  address: (path: string) => string
}) {
  const { folder, mostBytes, log, address } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const store = new Store({ directory: folder, expirationPeriodInMilliseconds: EXPIRES_MS })
  /** Of the requests that are being answered. */
  const contexts = new WeakMap<object, StorageContext>()
  const contextOf = (request: object): StorageContext => {
    const context = contexts.get(request)
    if (!context) throw new Error('A request without its context')
    return context
  }

  /** Discards an upload with its parts. */
  const forget = async (id: string) => {
    await store.configstore.delete(id)
    await unlink(join(folder, id)).catch(() => undefined)
  }

  const server = new Server({
    path: `/storage/v1${RESUMABLE_PATH}`,
    datastore: store,
    maxSize: mostBytes,
    locker: createLocker(),
    namingFunction: (request) => `${ownerOf(contextOf(request).viewer)}-${randomUUID()}`,
    generateUrl: (_request, { path, id }) => address(`${path}/${id}`),
    getFileIdFromRequest: (request) => {
      const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
      // Another's upload is answered like one that does not exist.
      return ID.test(id) && id.startsWith(`${ownerOf(contextOf(request).viewer)}-`) ? id : undefined
    },
    onIncomingRequest: async (request, id) => {
      if (request.method !== 'PATCH') return
      const { metadata } = await store.getUpload(id)
      if (store.finished.has(id)) throw ERRORS.FILE_NOT_FOUND
      await mustBeAllowed(targetOf(contextOf(request), metadata), modeOf(metadata))
    },
    onUploadCreate: async (request, upload) => {
      const context = contextOf(request)
      await mustHaveRoom(folder, context.viewer)
      const mode = context.request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create'
      const target = targetOf(context, upload.metadata)
      const bucket = await findBucket(target, target.bucket)
      await mustBeAllowed(target, mode)
      if ((upload.size ?? 0) > largestIn(target, bucket)) throw tooLarge()
      const claims = claimsOf(upload)
      mustBeAllowedType(
        readType(claims.mimetype, isStoredAsIs(context.services, bucket.id)),
        bucket.allowed_mime_types,
      )
      return { metadata: { ...upload.metadata, mode } }
    },
    onUploadFinish: async (request, upload) => {
      const target = targetOf(contextOf(request), upload.metadata)
      const path = join(target.services.spool, randomUUID())
      // Whoever is second has nothing left to store.
      await rename(join(folder, upload.id), path).catch(() => {
        throw ERRORS.FILE_NOT_FOUND
      })
      await forget(upload.id)
      const bucket = await findBucket(target, target.bucket)
      const received = await acceptFile(path, claimsOf(upload), {
        bytes: largestIn(target, bucket),
        types: bucket.allowed_mime_types,
        asIs: isStoredAsIs(target.services, bucket.id),
      })
      await writeReceived(target, modeOf(upload.metadata), received)
      store.finished.set(upload.id, upload)
      return {}
    },
    onResponseError: (_request, error) => {
      if (!(error instanceof Error)) return undefined
      const refusal = refusalOf(error)
      if (refusal) return { status_code: refusal.statusCode, body: refusal.message }
      log.error({ err: error }, 'storage.request_failed')
      return { status_code: 500, body: 'Internal server error' }
    },
  })

  return {
    answer: async (context: StorageContext): Promise<Response> => {
      contexts.set(context.request, context)
      return (await server.handleWeb(context.request)) as Response
    },
    /** Deletes what was not finished in time. */
    clear: () => clearSpool(folder, EXPIRES_MS),
  }
}

/** Remembers what is finished: a client whose last answer was lost asks how far it got. */
class Store extends FileStore {
  readonly finished = new LRUCache<string, Upload>({ max: REMEMBERED })

  override async getUpload(id: string): Promise<Upload> {
    return this.finished.get(id) ?? super.getUpload(id)
  }
}

/** The beginning of the ids of a viewer's uploads. */
function ownerOf({ role, userId }: Viewer): string {
  return digest(`${role}:${userId ?? ''}`, 'hex').slice(0, 16)
}

/** @throws StorageError when there are too many unfinished uploads */
async function mustHaveRoom(folder: string, viewer: Viewer): Promise<void> {
  if (viewer.role === 'service_role') return
  const uploads = (await readdir(folder)).filter((name) => ID.test(name))
  const own = uploads.filter((name) => name.startsWith(ownerOf(viewer)))
  if (own.length >= MOST_OF_ONE) throw overLimit()
  if (uploads.length >= MOST_OF_ALL) throw slowDown('Too many uploads are unfinished, try again later')
}

type Metadata = Upload['metadata']

/** The object that an upload is for. @throws StorageError */
function targetOf(context: StorageContext, metadata: Metadata): StorageContext {
  const { bucketName, objectName } = metadata ?? {}
  if (!bucketName || !objectName) throw invalidRequest('Upload-Metadata must have bucketName and objectName')
  return { ...context, bucket: bucketName, name: mustBeKey(objectName) }
}

function modeOf(metadata: Metadata): WriteMode {
  return metadata?.mode === 'upsert' ? 'upsert' : 'create'
}

function claimsOf({ metadata }: Upload) {
  const { contentType, cacheControl } = metadata ?? {}
  return {
    mimetype: contentType || 'application/octet-stream',
    cacheControl: cacheControl ? `max-age=${cacheControl}` : null,
    metadata: metadata?.metadata ?? null,
  }
}

/** One request at a time works on an upload; a client that comes back ends its earlier request. */
function createLocker(): Locker {
  const held = new Map<string, { release: () => void; released: Promise<void>; cancel: RequestRelease }>()
  const newLock = (id: string): Lock => ({
    lock: async (signal, cancel) => {
      const until = AbortSignal.any([signal, AbortSignal.timeout(LOCKED_WITHIN_MS)])
      const late = new Promise<void>((resolve) => until.addEventListener('abort', () => resolve()))
      for (let holder = held.get(id); holder; holder = held.get(id)) {
        await holder.cancel()
        await Promise.race([holder.released, late])
        if (until.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
      }
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      held.set(id, { release, released, cancel })
    },
    unlock: async () => {
      held.get(id)?.release()
      held.delete(id)
    },
  })
  return { newLock }
}
