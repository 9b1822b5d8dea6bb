// GET /render/image/…: a resized image, cached for a while. Conditional requests are answered before decoding.
import { digest } from '../../crypto.ts'
import { namesType } from '../../http/accept.ts'
import type { StorageContext } from '../context.ts'
import { invalidRequest, overLimit } from '../errors.ts'
import { type Audience, fileHeaders, isFresh } from '../objects/read.ts'
import { findPublic, findSigned, findVisible, type ObjectRow } from '../rows.ts'
import { type Transformation, transform } from './images.ts'

export async function renderPublicImage(context: StorageContext): Promise<Response> {
  return render(context, await findPublic(context), context.url.searchParams, 'public')
}

export async function renderVisibleImage(context: StorageContext): Promise<Response> {
  return render(context, await findVisible(context), context.url.searchParams, 'private')
}

export async function renderSignedImage(context: StorageContext): Promise<Response> {
  const token = context.url.searchParams.get('token')
  const grant = await context.services.signatures.verify(token, 'render', `${context.bucket}/${context.name}`)
  return render(context, await findSigned(context), new URLSearchParams(grant.transformations), 'private')
}

async function render(
  context: StorageContext,
  row: ObjectRow,
  query: URLSearchParams,
  audience: Audience,
): Promise<Response> {
  const { services, request, viewer } = context
  const takesWebp = namesType(request.headers.get('accept'), 'image/webp')
  const transformation = readTransformation(query, takesWebp)
  const key = `${row.version}?${transformationQuery(transformation)}`
  const headers = fileHeaders(context, row, audience)
  headers.set('ETag', `"${digest(key, 'hex').slice(0, 32)}"`)
  headers.set('Vary', 'Accept')
  headers.set('Accept-Ranges', 'none')
  headers.set('X-Transformations', transformationHeader(query, transformation))
  if (isFresh(request.headers, headers)) return new Response(null, { status: 304, headers })
  let rendering = services.renderings.get(key)
  if (!rendering) {
    const wait = await services.limits.render(viewer)
    if (wait > 0) throw overLimit()
    rendering = await transform(await services.backend.read(row.version, null), transformation)
    services.renderings.set(key, rendering)
  }
  const { bytes, mimetype } = rendering
  headers.set('Content-Type', mimetype)
  headers.set('Content-Length', String(bytes.length))
  const disposition = headers.get('content-disposition') ?? ''
  headers.set(
    'Content-Disposition',
    disposition.replace(/^(inline; filename=".*)\.\w+"$/, `$1.${extension(mimetype)}"`),
  )
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { status: 200, headers })
}

function extension(mimetype: string): string {
  return mimetype === 'image/jpeg' ? 'jpg' : mimetype.slice('image/'.length)
}

const SIDE = { min: 1, max: 2_500 }
const QUALITY = { min: 20, max: 100 }
const USUAL_QUALITY = 80
const RESIZES = ['cover', 'contain', 'fill'] as const

/**
 * Parses width, height, resize, quality and format.
 * @param takesWebp whether the client accepts WebP, which is then used unless `format=origin`
 * @throws StorageError naming the invalid parameter
 */
export function readTransformation(query: URLSearchParams, takesWebp: boolean): Transformation {
  const format = query.get('format')
  if (format !== null && format !== 'origin' && format !== 'webp') {
    throw invalidRequest('querystring/format must be one of origin, webp')
  }
  const resize = query.get('resize') ?? 'cover'
  const known = RESIZES.find((name) => name === resize)
  if (!known) throw invalidRequest(`querystring/resize must be one of ${RESIZES.join(', ')}`)
  return {
    width: whole(query, 'width', SIDE),
    height: whole(query, 'height', SIDE),
    resize: known,
    quality: whole(query, 'quality', QUALITY) ?? USUAL_QUALITY,
    format: format ?? (takesWebp ? 'webp' : 'origin'),
  }
}

/** A canonical query string of the transformation. */
export function transformationQuery({ width, height, resize, quality, format }: Transformation): string {
  const query = new URLSearchParams({ resize, quality: String(quality), format })
  if (width !== null) query.set('width', String(width))
  if (height !== null) query.set('height', String(height))
  return query.toString()
}

/** Upstream's names of the resize modes. */
const FITS = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** The transformation in upstream's response header. */
function transformationHeader(query: URLSearchParams, transformation: Transformation): string {
  const { width, height, resize, quality } = transformation
  return [
    height === null ? '' : `height:${height}`,
    width === null ? '' : `width:${width}`,
    width === null && height === null ? '' : `resizing_type:${FITS[resize]}`,
    query.get('quality') ? `quality:${quality}` : '',
    query.get('format') === 'webp' ? 'format:webp' : '',
  ]
    .filter(Boolean)
    .join(',')
}

function whole(
  query: URLSearchParams,
  name: string,
  { min, max }: { min: number; max: number },
): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) throw invalidRequest(`querystring/${name} must be ${min} to ${max}`)
  return value
}
