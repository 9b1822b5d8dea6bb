// POST /object/sign/{bucket}/{name}: a URL that lets anyone download one object for a while. Callers who may see the
// object may sign it. POST /object/sign/{bucket} signs many.
import { bodyOf, numberOf, type StorageContext } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import { readTransformation, transformationQuery } from '../images/transformation.ts'
import { findVisible, queryAs } from '../rows.ts'

const YEAR = 365 * 24 * 3_600
const PATHS_AT_MOST = 1_000

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
  const paths = pathsOf(body)
  const seen = await queryAs<string>(
    context,
    context.viewer,
    'select to_jsonb(o.name)::text as row from storage.objects o where o.bucket_id = $1 and o.name = any($2)',
    [context.bucket, paths],
    { readOnly: true },
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

function secondsOf(body: Record<string, unknown>): number {
  return numberOf(body, 'expiresIn', { min: 1, max: YEAR, otherwise: 0 })
}

function pathsOf({ paths }: Record<string, unknown>): string[] {
  const isList = Array.isArray(paths) && paths.every((path): path is string => typeof path === 'string')
  if (!isList || paths.length === 0 || paths.length > PATHS_AT_MOST) {
    throw invalidRequest(`body/paths must be a list of 1 to ${PATHS_AT_MOST} strings`)
  }
  return paths
}

/** The sides and the rest as a query string that was checked; null when nothing is to be transformed. */
function transformationsOf({ transform }: Record<string, unknown>): string | null {
  if (transform === undefined || transform === null) return null
  if (typeof transform !== 'object') throw invalidRequest('body/transform must be object')
  const given = Object.entries(transform).map(([key, value]) => [key, String(value)])
  return transformationQuery(readTransformation(new URLSearchParams(given), false))
}
