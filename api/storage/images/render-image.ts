// GET /render/image/…: a resized image, cached for a while. Conditional requests are answered before decoding.
import { hash } from 'node:crypto'
import type { StorageContext } from '../context.ts'
import { overLimit } from '../errors.ts'
import { type Audience, fileHeaders, isFresh } from '../objects/read.ts'
import { findPublic, findSigned, findVisible, type ObjectRow } from '../rows.ts'
import { transform } from './images.ts'
import { readTransformation, transformationHeader, transformationQuery } from './transformation.ts'

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
  const takesWebp = (request.headers.get('accept') ?? '').includes('image/webp')
  const transformation = readTransformation(query, takesWebp)
  const key = `${row.version}?${transformationQuery(transformation)}`
  const headers = fileHeaders(context, row, audience)
  headers.set('ETag', `"${hash('sha256', key, 'hex').slice(0, 32)}"`)
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
