// Signed URLs. POST /object/sign/{bucket}/{name} lets anyone download one object for a while; callers who may see the
// object may sign it. POST /object/sign/{bucket} signs many.
import type { Viewer } from '../../viewer.ts'
import { bodyOf, numberOf, type StorageContext, stringsOf } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import { readTransformation, transformationQuery } from '../images/render-image.ts'
import { mustBeKey } from '../names.ts'
import { findBucket, findVisible, readAs } from '../rows.ts'
import { mustBeAllowed, write } from './write-object.ts'

const YEAR = 365 * 24 * 3_600
const PATHS_AT_MOST = 1_000
const TWO_HOURS = 2 * 3_600

export async function signObject(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const seconds = secondsOf(body)
  const { name } = await findVisible(context)
  const url = `${context.bucket}/${name}`
  const transformations = transformationsOf(body)
  const grant =
    transformations === null
      ? { use: 'download' as const, url }
      : { use: 'render' as const, url, transformations }
  const token = await context.services.signatures.sign(grant, seconds)
  const path = grant.use === 'render' ? '/render/image/sign' : '/object/sign'
  return Response.json({ signedURL: `${path}/${url}?token=${token}` })
}

export async function signObjects(context: StorageContext): Promise<Response> {
  const body = await bodyOf(context.request)
  const seconds = secondsOf(body)
  const paths = stringsOf(body, 'paths', PATHS_AT_MOST, 'strings')
  const seen = await readAs<string>(
    context,
    'select to_jsonb(o.name)::text as row from storage.objects o where o.bucket_id = $1 and o.name = any($2)',
    [context.bucket, paths],
  )
  const visible = new Set(seen)
  const sign = async (path: string) => {
    if (!visible.has(path)) {
      return {
        error: 'Either the object does not exist or you do not have access to it',
        path,
        signedURL: null,
      }
    }
    const url = `${context.bucket}/${path}`
    const token = await context.services.signatures.sign({ use: 'download', url }, seconds)
    return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` }
  }
  return Response.json(await Promise.all(paths.map(sign)))
}

/** POST /object/upload/sign/{bucket}/{name}: a URL to upload one object within two hours, as the caller. */
export async function signUpload(context: StorageContext): Promise<Response> {
  const { viewer, services, request } = context
  const upsert = request.headers.get('x-upsert') === 'true'
  mustBeKey(context.name)
  await findBucket(context, context.bucket)
  await mustBeAllowed(context, upsert ? 'upsert' : 'create')
  const url = `${context.bucket}/${context.name}`
  const owner = viewer.role === 'service_role' ? null : viewer.userId
  const token = await services.signatures.sign(
    { use: 'upload', url, upsert, owner, role: viewer.role, session: viewer.sessionId },
    TWO_HOURS,
  )
  return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
}

/** PUT to it. A ban or the end of the session invalidates the URL, because the write is authorised as the signer. */
export async function uploadSigned(context: StorageContext): Promise<Response> {
  const token = context.url.searchParams.get('token')
  const grant = await context.services.signatures.verify(token, 'upload', `${context.bucket}/${context.name}`)
  const role = grant.role ?? 'anon'
  const userId = grant.owner ?? null
  const viewer: Viewer = {
    role,
    claims: userId ? { role, sub: userId } : { role },
    userId,
    sessionId: grant.session ?? null,
    address: context.viewer.address,
  }
  await write({ ...context, viewer }, grant.upsert ? 'upsert' : 'create')
  return Response.json({ Key: `${context.bucket}/${context.name}` })
}

function secondsOf(body: Record<string, unknown>): number {
  return numberOf(body, 'expiresIn', { min: 1, max: YEAR, otherwise: 0 })
}

/** The sides and the rest as a query string that was checked; null when nothing is to be transformed. */
function transformationsOf({ transform }: Record<string, unknown>): string | null {
  if (transform === undefined || transform === null) return null
  if (typeof transform !== 'object') throw invalidRequest('body/transform must be object')
  const given = Object.entries(transform).map(([key, value]) => [key, String(value)])
  return transformationQuery(readTransformation(new URLSearchParams(given), false))
}
