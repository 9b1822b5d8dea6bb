// /storage/v1: files. The list of its endpoints, and what holds for all of them.
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Context } from 'hono'
import { cors } from 'hono/cors'
import { apiAddress } from '../addresses.ts'
import { CredentialError, credentialsOf, type Identify, refusalOfCredential } from '../auth/authenticate.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { RouteCost } from '../http/route-cost.ts'
import { createRoutes, type Routes } from '../http/routes.ts'
import { type Limits, retryAfter } from '../limits/limits.ts'
import { RULES } from '../limits/rules.ts'
import type { Logger } from '../log.ts'
import { guest, type Viewer } from '../viewer.ts'
import type { Backend } from './backends/backend.ts'
import { clearSpool, createDiskBackend, makeSpool } from './backends/disk.ts'
import * as buckets from './buckets.ts'
import { type Endpoint, JSON_BYTES, type StorageServices } from './context.ts'
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
type Gate = { identify: Identify; limits: Limits }

export async function createStorage(options: {
  config: Config & { siteUrl: string }
  db: Database
  log: Logger
  limits: Limits
  identify: Identify
}) {
  const { config, db, log, limits, identify } = options
  const folder = join(config.dataDir, 'storage')
  const backend = await openBackend(config)
  const sweeper = createSweeper(db, backend, log)
  const services: StorageServices = {
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
    routes: storageRoutes(services, { identify, limits }, resumable),
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

/** Reads of what anybody may see, or of an address that was signed. */
const FILE: RouteCost = { limit: [RULES.file], share: ['callers', 'service'], body: 'none' }
const CALL: RouteCost = { limit: [RULES.guest, RULES.member], share: ['callers', 'service'], body: 'none' }
const CALL_WITH_BODY: RouteCost = { ...CALL, body: JSON_BYTES }

/** The routes of /storage/v1. */
export function storageRoutes(services: StorageServices, gate: Gate, resumable: Resumable): Routes<Bindings> {
  const routes = createRoutes<Bindings>(services.log)
  const ofFile: RouteCost = { ...CALL, limit: [RULES.upload], body: services.files.mostBytes }
  routes.use(
    '*',
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

  routes.get(
    '/status',
    { limit: 'none', share: 'none', body: 'none' },
    () => new Response(null, { status: 200 }),
  )
  routes.get('/bucket', CALL, known('bucket', buckets.listBuckets))
  routes.post('/bucket', CALL_WITH_BODY, known('bucket', buckets.createBucket))
  routes.get('/bucket/:id', CALL, known('bucket', buckets.getBucket))
  routes.put('/bucket/:id', CALL_WITH_BODY, known('bucket', buckets.updateBucket))
  routes.delete('/bucket/:id', CALL, known('bucket', buckets.deleteBucket))
  routes.post('/bucket/:id/empty', CALL, known('bucket', buckets.emptyBucket))

  routes.get('/object/public/:bucket/*', FILE, anybody('object/public', objects.downloadPublicObject))
  routes.get('/object/sign/:bucket/*', FILE, anybody('object/sign', objects.downloadSignedObject))
  routes.get('/object/authenticated/:bucket/*', CALL, known('object/authenticated', objects.downloadObject))
  routes.get('/object/info/public/:bucket/*', FILE, anybody('object/info/public', objects.publicObjectInfo))
  routes.get(
    '/object/info/authenticated/:bucket/*',
    CALL,
    known('object/info/authenticated', objects.objectInfo),
  )
  routes.get('/object/info/:bucket/*', CALL, known('object/info', objects.objectInfo))
  routes.post('/object/move', CALL_WITH_BODY, known('object/move', moveObject))
  routes.post('/object/copy', { ...ofFile, body: JSON_BYTES }, upload('object/copy', copyObject))
  routes.post('/object/list/:bucket', CALL_WITH_BODY, known('object/list', listObjects))
  routes.post('/object/list-v2/:bucket', CALL_WITH_BODY, known('object/list-v2', listObjectsV2))
  routes.post('/object/sign/:bucket', CALL_WITH_BODY, known('object/sign', signObjects))
  routes.post('/object/sign/:bucket/*', CALL_WITH_BODY, known('object/sign', signObject))
  routes.post('/object/upload/sign/:bucket/*', CALL, known('object/upload/sign', signUpload))
  routes.put('/object/upload/sign/:bucket/*', ofFile, upload('object/upload/sign', uploadSigned))
  routes.get('/object/:bucket/*', CALL, known('object', objects.downloadObject))
  routes.post('/object/:bucket/*', ofFile, upload('object', uploadObject))
  routes.put('/object/:bucket/*', ofFile, upload('object', updateObject))
  routes.delete('/object/:bucket', CALL_WITH_BODY, known('object', removeObjects))
  routes.delete('/object/:bucket/*', CALL, known('object', removeObject))

  routes.post(RESUMABLE_PATH, { ...ofFile, body: 'none' }, upload('upload/resumable', resumable.answer))
  const part = known('upload/resumable', resumable.answer)
  // HEAD too.
  routes.get(`${RESUMABLE_PATH}/:upload`, CALL, part)
  routes.patch(`${RESUMABLE_PATH}/:upload`, { ...CALL, body: services.files.mostBytes }, part)
  routes.delete(`${RESUMABLE_PATH}/:upload`, CALL, part)

  routes.get('/render/image/public/:bucket/*', FILE, anybody('render/image/public', images.renderPublicImage))
  routes.get('/render/image/sign/:bucket/*', FILE, anybody('render/image/sign', images.renderSignedImage))
  routes.get(
    '/render/image/authenticated/:bucket/*',
    CALL,
    known('render/image/authenticated', images.renderVisibleImage),
  )

  routes.otherwise('*', () => {
    throw new StorageError(404, 'InvalidRequest', 'Route not found', 'Not Found')
  })
  routes.app.onError((error, context) => {
    if (error instanceof CredentialError) return refusedCredential(error)
    const refusal = refusalOf(error)
    if (refusal) return errorResponse(refusal)
    services.log.error({ err: error, path: context.req.path }, 'storage.request_failed')
    return errorResponse(new StorageError(500, 'InternalError', 'Internal server error'))
  })
  return routes
}

/** Builds the endpoint's context: caller, bucket and object. */
function at(
  services: StorageServices,
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
    const viewer = await gate.identify(credentialsOf(context.req.raw), addressOf(gate, context))
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
function refusedCredential(error: CredentialError): Response {
  return error.fault === null ? refusalOfCredential(error) : errorResponse(denied(error.message))
}

function tooMany(seconds: string | null): Response {
  const response = errorResponse(overLimit())
  response.headers.set('Retry-After', seconds ?? '1')
  return response
}
