// /storage/v1: files. The list of its endpoints, and what holds for all of them.
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { apiAddress } from '../addresses.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { type Limits, retryAfter } from '../limits/limits.ts'
import type { Logger } from '../log.ts'
import { guest, type Viewer } from '../viewer.ts'
import type { Backend } from './backends/backend.ts'
import { clearSpool, createDiskBackend, makeSpool } from './backends/disk.ts'
import * as buckets from './buckets.ts'
import type { Endpoint, Services } from './context.ts'
import { denied, errorResponse, overLimit, refusalOf, StorageError } from './errors.ts'
import { createRenderings } from './images/images.ts'
import * as images from './images/render-image.ts'
import { partsBehind } from './names.ts'
import { listObjects, listObjectsV2 } from './objects/list.ts'
import { copyObject, moveObject } from './objects/move.ts'
import { createSweeper } from './objects/orphans.ts'
import * as objects from './objects/read.ts'
import { removeObject, removeObjects } from './objects/remove.ts'
import { createResumable, RESUMABLE_PATH, type Resumable } from './objects/resumable.ts'
import { signObject, signObjects, signUpload, uploadSigned } from './objects/sign.ts'
import { createSignatures } from './objects/signatures.ts'
import { updateObject, uploadObject } from './objects/write-object.ts'

const MOUNT = '/storage/v1'

type Bindings = { Bindings: { incoming: IncomingMessage } }
type Gate = { authenticate: Authenticate; limits: Limits }

export async function createStorage(options: {
  config: Config & { siteUrl: string }
  db: Database
  log: Logger
  limits: Limits
  authenticate: Authenticate
}) {
  const { config, db, log, limits, authenticate } = options
  const folder = join(config.dataDir, 'storage')
  const backend = await openBackend(config)
  const sweeper = createSweeper(db, backend, log)
  const services: Services = {
    db,
    log,
    limits,
    backend,
    sweepSoon: sweeper.soon,
    signatures: createSignatures(config.secrets.SECRET_KEY),
    renderings: createRenderings(),
    spool: await makeSpool(join(folder, 'incoming')),
    files: config.files,
  }
  const resumable = await createResumable({
    folder: join(folder, 'resumable'),
    mostBytes: config.files.mostBytes,
    log,
    address: (path) => apiAddress(config, path),
  })
  return {
    app: endpoints(services, { authenticate, limits }, resumable),
    /** What the health check measures. */
    measured: { backend, spool: services.spool, isDisk: config.s3 === null },
    jobs: [
      {
        name: 'delete files whose rows are gone',
        schedule: '* * * * *',
        run: async () => {
          await sweeper.sweep()
          await clearSpool(services.spool)
          await resumable.clear()
          return 0
        },
      },
    ],
    stop: sweeper.stop,
  }
}

export type Storage = Awaited<ReturnType<typeof createStorage>>
/** `spool`: the folder for uploads in progress, on the local disk. */
export type MeasuredStorage = Storage['measured']

/** Where the files' contents are, by the settings. */
export async function openBackend(config: Pick<Config, 's3' | 'dataDir'>): Promise<Backend> {
  if (!config.s3) return createDiskBackend(join(config.dataDir, 'storage/files'))
  const { createS3Backend } = await import('./backends/s3.ts')
  return createS3Backend(config.s3)
}

function endpoints(services: Services, gate: Gate, resumable: Resumable): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.use(
    cors({
      // No cookies are read, so any origin is allowed: requests have only the credentials they carry.
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeaders: [
        ...['Content-Range', 'Content-Disposition', 'ETag', 'Accept-Ranges', 'Retry-After'],
        // Of resumable uploads.
        ...[
          'Location',
          'Upload-Offset',
          'Upload-Length',
          'Upload-Metadata',
          'Upload-Expires',
          'Tus-Resumable',
        ],
      ],
      maxAge: 3_600,
    }),
  )
  const known = (path: string, endpoint: Endpoint) => at(services, path, endpoint, viewerOf(gate))
  const anybody = (path: string, endpoint: Endpoint) =>
    at(services, path, endpoint, async (context) => {
      const address = addressOf(gate, context)
      const wait = await gate.limits.file(address)
      return wait > 0 ? tooMany(retryAfter(wait)) : guest(address)
    })
  const upload = (path: string, endpoint: Endpoint) => at(services, path, bounded(endpoint), viewerOf(gate))

  app.get('/status', () => new Response(null, { status: 200 }))
  app.get('/bucket', known('bucket', buckets.listBuckets))
  app.post('/bucket', known('bucket', buckets.createBucket))
  app.get('/bucket/:id', known('bucket', buckets.getBucket))
  app.put('/bucket/:id', known('bucket', buckets.updateBucket))
  app.delete('/bucket/:id', known('bucket', buckets.deleteBucket))
  app.post('/bucket/:id/empty', known('bucket', buckets.emptyBucket))

  app.get('/object/public/:bucket/*', anybody('object/public', objects.downloadPublicObject))
  app.get('/object/sign/:bucket/*', anybody('object/sign', objects.downloadSignedObject))
  app.get('/object/authenticated/:bucket/*', known('object/authenticated', objects.downloadObject))
  app.get('/object/info/public/:bucket/*', anybody('object/info/public', objects.publicObjectInfo))
  app.get('/object/info/authenticated/:bucket/*', known('object/info/authenticated', objects.objectInfo))
  app.get('/object/info/:bucket/*', known('object/info', objects.objectInfo))
  app.post('/object/move', known('object/move', moveObject))
  app.post('/object/copy', upload('object/copy', copyObject))
  app.post('/object/list/:bucket', known('object/list', listObjects))
  app.post('/object/list-v2/:bucket', known('object/list-v2', listObjectsV2))
  app.post('/object/sign/:bucket', known('object/sign', signObjects))
  app.post('/object/sign/:bucket/*', known('object/sign', signObject))
  app.post('/object/upload/sign/:bucket/*', known('object/upload/sign', signUpload))
  app.put('/object/upload/sign/:bucket/*', upload('object/upload/sign', uploadSigned))
  app.get('/object/:bucket/*', known('object', objects.downloadObject))
  app.post('/object/:bucket/*', upload('object', uploadObject))
  app.put('/object/:bucket/*', upload('object', updateObject))
  app.delete('/object/:bucket', known('object', removeObjects))
  app.delete('/object/:bucket/*', known('object', removeObject))

  app.post(RESUMABLE_PATH, upload('upload/resumable', resumable.answer))
  // HEAD too.
  app.get(`${RESUMABLE_PATH}/:upload`, known('upload/resumable', resumable.answer))
  app.patch(`${RESUMABLE_PATH}/:upload`, known('upload/resumable', resumable.answer))
  app.delete(`${RESUMABLE_PATH}/:upload`, known('upload/resumable', resumable.answer))

  app.get('/render/image/public/:bucket/*', anybody('render/image/public', images.renderPublicImage))
  app.get('/render/image/sign/:bucket/*', anybody('render/image/sign', images.renderSignedImage))
  app.get(
    '/render/image/authenticated/:bucket/*',
    known('render/image/authenticated', images.renderVisibleImage),
  )

  app.all('*', () => {
    throw new StorageError(404, 'InvalidRequest', 'Route not found', 'Not Found')
  })
  app.onError((error, context) => {
    const refusal = refusalOf(error)
    if (refusal) return errorResponse(refusal)
    services.log.error({ err: error, path: context.req.path }, 'storage.request_failed')
    return errorResponse(new StorageError(500, 'InternalError', 'Internal server error'))
  })
  return app
}

/** Builds the endpoint's context: caller, bucket and object. */
function at(
  services: Services,
  path: string,
  endpoint: Endpoint,
  who: (context: Context<Bindings>) => Promise<Viewer | Response>,
): (context: Context<Bindings>) => Promise<Response> {
  return async (context) => {
    const viewer = await who(context)
    if (viewer instanceof Response) return viewer
    const request = context.req.raw
    const url = new URL(request.url)
    const [bucket = '', ...name] = partsBehind(url.pathname, `${MOUNT}/${path}`)
    return endpoint({ request, url, viewer, services, bucket, name: name.join('/') })
  }
}

/** Authenticates the caller and checks the API's limit. */
function viewerOf(gate: Gate): (context: Context<Bindings>) => Promise<Viewer | Response> {
  return async (context) => {
    const viewer = await gate.authenticate(context.req.raw, addressOf(gate, context))
    if (viewer instanceof Response) return refusedKey(viewer)
    const refused = await gate.limits.checkApiLimit(context.req.raw, viewer)
    return refused ? tooMany(refused.headers.get('retry-after')) : viewer
  }
}

/** Applies the upload limit, for every endpoint that writes. */
function bounded(endpoint: Endpoint): Endpoint {
  return async (context) => {
    const wait = await context.services.limits.upload(context.viewer)
    return wait > 0 ? tooMany(retryAfter(wait)) : endpoint(context)
  }
}

function addressOf({ limits }: Gate, context: Context<Bindings>): string {
  return limits.clientAddress(context.env.incoming)
}

/** An invalid key is refused by the gateway; an invalid token in upstream's format. */
async function refusedKey(refusal: Response): Promise<Response> {
  const { message } = (await refusal.clone().json()) as { message: string }
  return message === 'Invalid API key' ? refusal : errorResponse(denied(message))
}

function tooMany(seconds: string | null): Response {
  const response = errorResponse(overLimit())
  response.headers.set('Retry-After', seconds ?? '1')
  return response
}
